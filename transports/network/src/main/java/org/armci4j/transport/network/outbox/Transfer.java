package org.armci4j.transport.network.outbox;

import java.lang.foreign.MemorySegment;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.transport.network.NetworkEndpoint;
import org.armci4j.transport.network.RemoteKey;

/**
 * A contiguous put or get. Copied data go in growing pieces, so that the first is soon under way
 * while the next is copied.
 */
public class Transfer extends EndpointOperation {
  private boolean get;
  private MemorySegment local;
  private long offset;
  private long remote;
  private RemoteKey key;
  private long sizeBytes;
  private long done;
  private boolean whole;

  /** Length of the next part that is copied; 0 before the first. */
  private int pieceBytes;

  Transfer() {}

  /**
   * Becomes a put or get.
   *
   * @param isGet whether it is a get
   * @param memory native or heap memory
   * @param at first byte there
   * @param there first byte at the target
   * @param itsKey of the target's memory
   * @param bytes length of the transfer
   * @return this
   */
  public final Transfer become(
      boolean isGet, MemorySegment memory, long at, long there, RemoteKey itsKey, long bytes) {
    reset();
    get = isGet;
    local = memory;
    offset = at;
    remote = there;
    key = itsKey;
    sizeBytes = bytes;
    done = 0;
    whole = false;
    pieceBytes = 0;
    return this;
  }

  @Override
  void forget() {
    local = null;
    key = null;
  }

  @Override
  final MemorySegment source() {
    return get ? null : local;
  }

  @Override
  final long sourceBytes() {
    return sizeBytes - done;
  }

  @Override
  final void copySource() {
    long left = sizeBytes - done;
    MemorySegment copy = MemorySegment.ofArray(new byte[(int) left]);
    if (left > 0) {
      MemorySegment.copy(local, offset + done, copy, 0, left);
    }
    local = copy;
    offset = -done;
  }

  @Override
  boolean isWhole() {
    return whole;
  }

  @Override
  int operations() {
    return 1;
  }

  @Override
  final boolean reads() {
    return get;
  }

  @Override
  boolean startPart(RankRoute route, int begun) {
    long left = sizeBytes - done;
    boolean copied = left > 0 && route.endpoint().isCopied(local, offset + done, left, get);
    int next = pieceBytes == 0 ? route.firstPieceBytes() : pieceBytes;
    pieceBytes = Math.min(next, route.copyPieceBytes());
    long length = Math.min(copied ? pieceBytes : route.maxMessageBytes(), left);
    if (copied && !route.tryHoldBuffers((int) length + bytesBeside(), 1)) {
      return false;
    }
    if (length == left && begun >= operations()) {
      startLast(route.endpoint(), remote + done, key, offset + done, length);
    } else if (length > 0) {
      startPiece(route.endpoint(), remote + done, key, offset + done, length);
    }
    done += length;
    whole = done == sizeBytes;
    pieceBytes *= 2;
    return true;
  }

  /** Returns how much room in the buffers the companions of the last piece need. */
  int bytesBeside() {
    return 0;
  }

  /** Starts the last piece together with its companions. */
  void startLast(NetworkEndpoint endpoint, long there, RemoteKey itsKey, long here, long length) {
    startPiece(endpoint, there, itsKey, here, length);
  }

  /** Starts the whole transfer as its last piece. */
  final void startAll(NetworkEndpoint endpoint) {
    startLast(endpoint, remote, key, offset, sizeBytes);
  }

  private void startPiece(
      NetworkEndpoint endpoint, long there, RemoteKey itsKey, long here, long length) {
    uses(endpoint.transfer(get, local, here, there, itsKey, length));
  }

  final MemorySegment local() {
    return local;
  }

  @Override
  String describe() {
    return Text.format("%s of %,d bytes", get ? "get" : "put", sizeBytes);
  }
}
