package org.armci4j.transport.verbs.path;

import java.lang.foreign.MemorySegment;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.transport.network.BounceBuffers;
import org.armci4j.transport.network.RemoteKey;
import org.armci4j.transport.network.path.Stripes;

/**
 * Holds one transfer whose stripes are under way. The thread that starts the transfer fills this
 * object; threads that handle completions look after it, one at a time. The object is used again
 * when the transfer is over.
 */
final class StripedTransfer {
  /** Stands for the operation of a stripe that has not been started whole. */
  private static final long NOT_STARTED = Long.MAX_VALUE;

  private static final long AT_ONCE = -1;

  private final BounceBuffers buffers;
  private final long maxMessageBytes;
  private final Stripes stripes;

  /** For each stripe, the endpoint that carries it; null when it has arrived. */
  private final PathEndpoint[] ends;

  /** For each stripe, the operation at its endpoint with which it is complete. */
  private final long[] operations;

  /**
   * For each stripe that goes piece by piece, the bytes that have been started; else {@link
   * #AT_ONCE}.
   */
  private final long[] started;

  private boolean isPut;
  private MemorySegment local;
  private long offset;
  private long remote;
  private RemoteKey key;
  private long sizeBytes;
  private long beganNanos;
  private int missing;
  private boolean over;
  private volatile long ticket;

  /**
   * @param most largest number of stripes
   * @param buffers bounce buffers for copied data
   * @param maxMessageBytes longest operation
   */
  StripedTransfer(int most, BounceBuffers buffers, long maxMessageBytes) {
    this.buffers = buffers;
    this.maxMessageBytes = maxMessageBytes;
    this.stripes = new Stripes(most);
    this.ends = new PathEndpoint[most];
    this.operations = new long[most];
    this.started = new long[most];
  }

  Stripes stripes() {
    return stripes;
  }

  long ticket() {
    return ticket;
  }

  void begin(
      boolean puts,
      MemorySegment here,
      long offsetHere,
      long address,
      RemoteKey keyThere,
      long lengthBytes,
      long nowNanos) {
    isPut = puts;
    local = here;
    offset = offsetHere;
    remote = address;
    key = keyThere;
    sizeBytes = lengthBytes;
    beganNanos = nowNanos;
    over = false;
  }

  /** Returns whether a stripe can be one operation, which uses its memory in place. */
  boolean isOneOperation(int stripe, PathEndpoint end) {
    long length = stripes.lengthBytes(stripe);
    return length <= maxMessageBytes
        && !end.isCopied(local, offset + stripes.begin(stripe), length, !isPut);
  }

  /** Starts a stripe as one operation, in a turn at the endpoint. */
  void start(int stripe, PathEndpoint end) {
    ends[stripe] = end;
    operations[stripe] = NOT_STARTED;
    started[stripe] = AT_ONCE;
    operations[stripe] = move(end, stripes.begin(stripe), stripes.lengthBytes(stripe));
  }

  private long move(PathEndpoint end, long begin, long length) {
    return isPut
        ? end.put(local, offset + begin, remote + begin, key, length)
        : end.get(remote + begin, key, local, offset + begin, length);
  }

  void allStarted(long number) {
    missing = stripes.count();
    ticket = number;
  }

  /**
   * Returns whether the order of this transfer and another one matters: they share bytes, and one
   * is a put.
   */
  boolean isBefore(boolean puts, long address, long lengthBytes) {
    return (isPut || puts) && remote < address + lengthBytes && address < remote + sizeBytes;
  }

  /** Returns the endpoint that carries a stripe; null when the stripe has arrived. */
  PathEndpoint end(int stripe) {
    return ends[stripe];
  }

  /** Returns whether a stripe is in place, as its endpoint reports. */
  boolean hasArrived(int stripe) {
    return ends[stripe].progress().complete() >= operations[stripe];
  }

  /**
   * Has a stripe go piece by piece from its first byte: its path has failed, there is no room for
   * it, or it is copied. Its time says nothing about the path.
   */
  void goByPieces(int stripe, PathEndpoint end) {
    ends[stripe] = end;
    operations[stripe] = NOT_STARTED;
    started[stripe] = 0;
  }

  /** Returns whether a stripe waits for room to start pieces. */
  private boolean waitsToStart(int stripe) {
    return ends[stripe] != null && started[stripe] != AT_ONCE && operations[stripe] == NOT_STARTED;
  }

  /** Returns whether any stripe waits for room to start pieces. */
  boolean waitsToStart() {
    for (int i = 0; i < stripes.count(); i++) {
      if (waitsToStart(i)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Starts the pieces of a stripe that can be started now, and waits for nothing. A probe behind
   * the last piece completes when all are in place; a copied put has no completion of its own.
   *
   * @return whether all have been started by this call
   */
  boolean startPieces(int stripe) {
    if (!waitsToStart(stripe)) {
      return false;
    }
    PathEndpoint end = ends[stripe];
    while (started[stripe] < stripes.lengthBytes(stripe)) {
      if (!startPiece(stripe, end)) {
        return false;
      }
    }
    if (end.tryBegin(1, false) == 0) {
      return false;
    }
    try {
      operations[stripe] = end.probe();
      return true;
    } finally {
      end.endTurn();
    }
  }

  private boolean startPiece(int stripe, PathEndpoint end) {
    if (end.tryBegin(1, !isPut) == 0) {
      return false;
    }
    try {
      long begin = stripes.begin(stripe) + started[stripe];
      long left = stripes.lengthBytes(stripe) - started[stripe];
      if (!end.isCopied(local, offset + begin, left, !isPut)) {
        long length = Math.min(maxMessageBytes, left);
        move(end, begin, length);
        started[stripe] += length;
        return true;
      }
      int length = (int) Math.min(buffers.pieceBytes(end.copyPieceBytes()), left);
      if (!buffers.tryLock(end.bufferUser(), length, 1)) {
        return false;
      }
      try {
        move(end, begin, length);
        started[stripe] += length;
        return true;
      } finally {
        buffers.unlock();
      }
    } finally {
      end.endTurn();
    }
  }

  /** Returns when it was started, in nanoseconds. */
  long beganNanos() {
    return beganNanos;
  }

  /**
   * Learns that a stripe is in place.
   *
   * @param elapsedNanos time that its path took for it, or {@link Stripes#UNTIMED}
   */
  void arrived(int stripe, long elapsedNanos) {
    if (started[stripe] == AT_ONCE && elapsedNanos != Stripes.UNTIMED) {
      stripes.arrived(stripe, elapsedNanos);
    }
    ends[stripe] = null;
    missing--;
    if (missing == 0) {
      local = null; // so that an automatic arena may end
      key = null;
      over = true;
    }
  }

  boolean isOver() {
    return over;
  }

  @Override
  public String toString() {
    return Text.format(
        "%s (%d bytes at address 0x%x there, %d of %d stripes under way)",
        isPut ? "put" : "get", sizeBytes, remote, missing, stripes.count());
  }
}
