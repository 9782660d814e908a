package org.armci4j.transport.verbs.path;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.transport.SegmentList;
import org.armci4j.transport.network.BounceBuffers;
import org.armci4j.transport.network.RemoteKey;
import org.armci4j.transport.network.SegmentCursor;
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

  /** For each stripe, whether its time tells how fast its path is. */
  private final boolean[] timed;

  /** For each stripe, where the next piece of a list begins. */
  private final SegmentCursor[] places;

  private boolean isPut;
  private MemorySegment local;
  private long offset;
  private long remote;
  private RemoteKey key;
  private SegmentList list;

  /** First byte at the other side, and the end of the last one. */
  private long remoteFirst;

  private long remoteEnd;
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
    this.timed = new boolean[most];
    this.places = new SegmentCursor[most];
    Arrays.setAll(places, _ -> new SegmentCursor());
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
      SegmentList segments,
      long firstByte,
      long endByte) {
    isPut = puts;
    local = here;
    offset = offsetHere;
    remote = address;
    key = keyThere;
    list = segments;
    remoteFirst = firstByte;
    remoteEnd = endByte;
    over = false;
  }

  /** Notes when its stripes, which have been cut, start. */
  void beginAt(long nowNanos) {
    beganNanos = nowNanos;
  }

  /**
   * Returns whether a stripe can be one operation: it is contiguous, and uses its memory in place.
   */
  boolean isOneOperation(int stripe, PathEndpoint end) {
    long length = stripes.lengthBytes(stripe);
    return list == null
        && length <= maxMessageBytes
        && !end.isCopied(local, offset + stripes.begin(stripe), length, !isPut);
  }

  /** Starts a stripe as one operation, in a turn at the endpoint. */
  void start(int stripe, PathEndpoint end) {
    ends[stripe] = end;
    operations[stripe] = NOT_STARTED;
    started[stripe] = AT_ONCE;
    timed[stripe] = true;
    long begin = stripes.begin(stripe);
    operations[stripe] = move(end, offset + begin, remote + begin, stripes.lengthBytes(stripe));
  }

  private long move(PathEndpoint end, long here, long there, long length) {
    return end.transfer(!isPut, local, here, there, key, length);
  }

  void allStarted(long number) {
    missing = stripes.count();
    ticket = number;
  }

  /**
   * Returns whether the order of this transfer and another one matters: they share bytes, and one
   * is a put.
   */
  boolean isBefore(boolean puts, long firstByte, long endByte) {
    return (isPut || puts) && remoteFirst < endByte && firstByte < remoteEnd;
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
   * Has a stripe go piece by piece from its first byte.
   *
   * @param isTimed whether its time tells how fast the path is: not if another path has failed, or
   *     there was no room for it
   */
  void goByPieces(int stripe, PathEndpoint end, boolean isTimed) {
    timed[stripe] = isTimed;
    if (list != null) {
      places[stripe].seek(list, stripes.begin(stripe));
    }
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
   * Starts the next piece of a stripe if it can be started now, and waits for nothing. A probe
   * behind the last piece completes when all are in place; a copied put has no completion of its
   * own.
   *
   * @return whether a piece or the probe has been started
   */
  boolean startNextPiece(int stripe) {
    if (!waitsToStart(stripe)) {
      return false;
    }
    PathEndpoint end = ends[stripe];
    if (started[stripe] < stripes.lengthBytes(stripe)) {
      return startPiece(stripe, end);
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

  private boolean startPiece(int stripe, PathEndpoint by) {
    if (by.tryBegin(1, !isPut) == 0) {
      return false;
    }
    try {
      long here = offset + hereOf(stripe);
      long there = remote + thereOf(stripe);
      long left = leftOf(stripe);
      if (!by.isCopied(local, here, left, !isPut)) {
        long length = Math.min(maxMessageBytes, left);
        move(by, here, there, length);
        passed(stripe, length);
        return true;
      }
      int length = (int) Math.min(buffers.pieceBytes(by.copyPieceBytes()), left);
      if (!buffers.tryLock(by.bufferUser(), length, 1)) {
        return false;
      }
      try {
        move(by, here, there, length);
        passed(stripe, length);
        return true;
      } finally {
        buffers.unlock();
      }
    } finally {
      by.endTurn();
    }
  }

  /** Returns where a stripe's next piece begins in the local memory, from its first byte. */
  private long hereOf(int stripe) {
    return list == null ? stripes.begin(stripe) + started[stripe] : places[stripe].local();
  }

  private long thereOf(int stripe) {
    return list == null ? stripes.begin(stripe) + started[stripe] : places[stripe].remote();
  }

  /** Returns the number of bytes that follow each other from there on. */
  private long leftOf(int stripe) {
    long left = stripes.lengthBytes(stripe) - started[stripe];
    return list == null ? left : Math.min(left, places[stripe].lengthBytes());
  }

  private void passed(int stripe, long bytes) {
    started[stripe] += bytes;
    if (list != null) {
      places[stripe].pass(bytes);
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
    if (timed[stripe] && elapsedNanos != Stripes.UNTIMED) {
      stripes.arrived(stripe, elapsedNanos);
    }
    ends[stripe] = null;
    missing--;
    if (missing == 0) {
      local = null; // so that an automatic arena may end
      key = null;
      list = null;
      for (SegmentCursor place : places) {
        place.forget();
      }
      over = true;
    }
  }

  boolean isOver() {
    return over;
  }

  @Override
  public String toString() {
    return Text.format(
        "%s (within %d bytes at address 0x%x there, %d of %d stripes under way)",
        isPut ? "put" : "get", remoteEnd - remoteFirst, remoteFirst, missing, stripes.count());
  }
}
