package org.armci4j.transport.verbs.path;

import java.lang.foreign.MemorySegment;
import org.armci4j.transport.network.BounceBuffers;
import org.armci4j.transport.network.RemoteKey;

/**
 * A stripe that is started piece by piece: one that goes once more, as its path has failed, one for
 * which there was no room, and one whose data are copied. Threads that wait for nothing start the
 * pieces, one at a time.
 */
final class StripePieces {
  private static final long NONE = -1;

  private final PathEndpoint endpoint;
  private final BounceBuffers buffers;
  private final long maxMessageBytes;
  private final boolean get;
  private final MemorySegment local;
  private final long offset;
  private final long remote;
  private final RemoteKey key;
  private final long sizeBytes;
  private long done;
  private long number = NONE;

  /**
   * @param endpoint by which it goes
   * @param buffers through which data are copied
   * @param maxMessageBytes the longest piece
   * @param get whether it reads
   * @param local native memory
   * @param offset first byte there
   * @param remote first byte at the other side
   * @param key of the memory there
   * @param sizeBytes how many, at least 1
   */
  StripePieces(
      PathEndpoint endpoint,
      BounceBuffers buffers,
      long maxMessageBytes,
      boolean get,
      MemorySegment local,
      long offset,
      long remote,
      RemoteKey key,
      long sizeBytes) {
    this.endpoint = endpoint;
    this.buffers = buffers;
    this.maxMessageBytes = maxMessageBytes;
    this.get = get;
    this.local = local;
    this.offset = offset;
    this.remote = remote;
    this.key = key;
    this.sizeBytes = sizeBytes;
  }

  /** Starts what can be started now; returns whether all has been. */
  boolean start() {
    while (done < sizeBytes) {
      if (!startPiece()) {
        return false;
      }
    }
    if (number == NONE && endpoint.tryBegin(1, false) > 0) {
      try {
        number = endpoint.probe(); // nothing tells when a put that was copied is complete
      } finally {
        endpoint.endTurn();
      }
    }
    return number != NONE;
  }

  private boolean startPiece() {
    if (endpoint.tryBegin(1, get) == 0) {
      return false;
    }
    try {
      long left = sizeBytes - done;
      if (!endpoint.isCopied(local, offset + done, left, get)) {
        move(Math.min(maxMessageBytes, left));
        return true;
      }
      int length = (int) Math.min(copyPieceBytes(), left);
      if (!buffers.tryLock(endpoint, length, 1)) {
        return false;
      }
      try {
        move(length);
        return true;
      } finally {
        buffers.unlock();
      }
    } finally {
      endpoint.endTurn();
    }
  }

  /** The longest piece that is copied: what some transfers need leaves room for others. */
  private long copyPieceBytes() {
    return Math.min(endpoint.copyPieceBytes(), buffers.memory().byteSize() / 8);
  }

  private void move(long length) {
    long here = offset + done;
    long there = remote + done;
    done += length;
    if (!get) {
      endpoint.put(local, here, there, key, length);
      return;
    }
    long ticket = endpoint.get(there, key, local, here, length);
    if (done == sizeBytes) {
      number = ticket;
    }
  }

  /** Returns the operation of the endpoint with which all of it is complete, once it is started. */
  long number() {
    return number;
  }
}
