package org.armci4j.transport.network.outbox;

import java.lang.foreign.MemorySegment;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.transport.network.NetworkEndpoint;
import org.armci4j.transport.network.RemoteKey;

/**
 * A contiguous put or get. What is copied goes in pieces that grow, so that the first is soon on
 * its way while the next is copied.
 */
class QueuedTransfer extends Queued {
  private final boolean get;
  private final MemorySegment local;
  private final long offset;
  private final long remote;
  private final RemoteKey key;
  private final long sizeBytes;
  private long done;
  private boolean allStarted;
  private int pieceBytes = NetworkEndpoint.SHORT_BYTES;

  QueuedTransfer(
      boolean get, MemorySegment local, long offset, long remote, RemoteKey key, long sizeBytes) {
    this.get = get;
    this.local = local;
    this.offset = offset;
    this.remote = remote;
    this.key = key;
    this.sizeBytes = sizeBytes;
  }

  final MemorySegment local() {
    return local;
  }

  @Override
  boolean start(RankRoute route) {
    while (!allStarted) {
      int begun = route.tryBegin(operationsOfLast(), get);
      if (begun == 0) {
        return false;
      }
      try {
        if (!startPiece(route, begun)) {
          return false;
        }
      } finally {
        route.end();
      }
    }
    return true;
  }

  private boolean startPiece(RankRoute route, int begun) {
    long left = sizeBytes - done;
    boolean copied = left > 0 && route.endpoint().isCopied(local, offset + done, left, get);
    pieceBytes = Math.min(pieceBytes, route.copyPieceBytes());
    long length = Math.min(copied ? pieceBytes : route.maxMessageBytes(), left);
    if (copied && !route.tryHoldBuffers((int) length, 1)) {
      return false;
    }
    if (length == left && begun >= operationsOfLast()) {
      startLast(route.endpoint(), remote + done, key, offset + done, length);
    } else if (length > 0) {
      startPiece(route.endpoint(), remote + done, key, offset + done, length);
    }
    route.hasStepped();
    done += length;
    allStarted = done == sizeBytes;
    pieceBytes *= 2;
    return true;
  }

  /** How many operations the last piece is, with what goes with it. */
  int operationsOfLast() {
    return 1;
  }

  /** Starts the last piece, with what goes with it. */
  void startLast(NetworkEndpoint endpoint, long there, RemoteKey key, long here, long length) {
    startPiece(endpoint, there, key, here, length);
  }

  private void startPiece(
      NetworkEndpoint endpoint, long there, RemoteKey key, long here, long length) {
    uses(
        get
            ? endpoint.get(there, key, local, here, length)
            : endpoint.put(local, here, there, key, length));
  }

  @Override
  String describe() {
    return Text.format("%s of %,d bytes", get ? "get" : "put", sizeBytes);
  }
}
