package org.armci4j.transport.network.outbox;

import java.lang.foreign.MemorySegment;
import org.armci4j.transport.network.NetworkEndpoint;
import org.armci4j.transport.network.RemoteKey;

/**
 * A contiguous put or get. What is copied goes in pieces that grow, so that the first is soon on
 * its way while the next is copied.
 */
final class QueuedTransfer extends Queued {
  private final boolean get;
  private final MemorySegment local;
  private final long offset;
  private final long remote;
  private final RemoteKey key;
  private final long sizeBytes;
  private long done;
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

  @Override
  boolean start(Way way) {
    while (done < sizeBytes) {
      if (way.tryBegin(1, get) == 0) {
        return false;
      }
      try {
        if (!startPiece(way)) {
          return false;
        }
      } finally {
        way.end();
      }
    }
    return true;
  }

  private boolean startPiece(Way way) {
    long left = sizeBytes - done;
    boolean copied = way.endpoint().isCopied(local, offset + done, left, get);
    pieceBytes = Math.min(pieceBytes, way.copyPieceBytes());
    long length = Math.min(copied ? pieceBytes : way.maxMessageBytes(), left);
    if (copied && !way.tryHoldBuffers((int) length, 1)) {
      return false;
    }
    startPiece(way.endpoint(), length);
    way.hasStepped();
    done += length;
    pieceBytes *= 2;
    return true;
  }

  private void startPiece(NetworkEndpoint endpoint, long length) {
    long here = offset + done;
    long there = remote + done;
    uses(
        get
            ? endpoint.get(there, key, local, here, length)
            : endpoint.put(local, here, there, key, length));
  }

  @Override
  String describe() {
    return "%s of %,d bytes".formatted(get ? "get" : "put", sizeBytes);
  }
}
