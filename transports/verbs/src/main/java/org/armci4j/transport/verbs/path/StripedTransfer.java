package org.armci4j.transport.verbs.path;

import java.lang.foreign.MemorySegment;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.transport.network.BounceBuffers;
import org.armci4j.transport.network.RemoteKey;
import org.armci4j.transport.network.path.Stripes;

/**
 * One transfer whose stripes are under way. It is filled by the thread that starts it, looked after
 * by the threads that handle completions, one at a time, and used again when it is over.
 */
final class StripedTransfer {
  /** The operation of a stripe that has not been started, or not wholly. */
  private static final long NOT_STARTED = Long.MAX_VALUE;

  private static final long AT_ONCE = -1;

  private final BounceBuffers buffers;
  private final long maxMessageBytes;
  private final Stripes stripes;

  /** Of each stripe, the end by which it goes; null when it has arrived. */
  private final PathEndpoint[] ends;

  /** Of each stripe, the operation there that it is complete with. */
  private final long[] operations;

  /** Of each stripe that goes piece by piece, how much has been started; else {@link #AT_ONCE}. */
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
   * @param most how many stripes it may have
   * @param buffers through which data are copied
   * @param maxMessageBytes the longest operation
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

  /** Whether a stripe is one operation of an end, which uses its memory in place. */
  boolean isOneOperation(int stripe, PathEndpoint end) {
    long length = stripes.lengthBytes(stripe);
    return length <= maxMessageBytes
        && !end.isCopied(local, offset + stripes.begin(stripe), length, !isPut);
  }

  /** Starts a stripe that is one operation by an end of its path, which has a turn. */
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

  /** Whether the order of this transfer and another one shows in memory. */
  boolean isBefore(boolean puts, long address, long lengthBytes) {
    return (isPut || puts) && remote < address + lengthBytes && address < remote + sizeBytes;
  }

  /** The end by which a stripe goes; null when it has arrived. */
  PathEndpoint end(int stripe) {
    return ends[stripe];
  }

  /** Whether a stripe is in place, by what its end tells. */
  boolean hasArrived(int stripe) {
    return ends[stripe].progress().complete() >= operations[stripe];
  }

  /**
   * A stripe goes piece by piece from its first byte: its path has failed, there is no room for it,
   * or it is copied. What it takes tells nothing of the path.
   */
  void goByPieces(int stripe, PathEndpoint end) {
    ends[stripe] = end;
    operations[stripe] = NOT_STARTED;
    started[stripe] = 0;
  }

  /** Whether a stripe waits for room to start pieces. */
  private boolean waitsToStart(int stripe) {
    return ends[stripe] != null && started[stripe] != AT_ONCE && operations[stripe] == NOT_STARTED;
  }

  /** The same of any stripe. */
  boolean waitsToStart() {
    for (int i = 0; i < stripes.count(); i++) {
      if (waitsToStart(i)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Starts those pieces of a stripe that can be started now, and waits for nothing. A probe behind
   * the last tells when they are complete, as nothing tells it of a put that is copied.
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
      int length = (int) Math.min(longestCopy(end), left);
      if (!buffers.tryLock(end, length, 1)) {
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

  /** The longest piece that is copied: what some transfers need leaves room for others. */
  private long longestCopy(PathEndpoint end) {
    return Math.min(end.copyPieceBytes(), buffers.memory().byteSize() / 8);
  }

  /** When it was started. */
  long beganNanos() {
    return beganNanos;
  }

  /**
   * A stripe is in place.
   *
   * @param elapsedNanos what its path took for it, or {@link Stripes#UNTIMED}
   */
  void arrived(int stripe, long elapsedNanos) {
    if (started[stripe] == AT_ONCE && elapsedNanos != Stripes.UNTIMED) {
      stripes.arrived(stripe, elapsedNanos);
    }
    ends[stripe] = null;
    missing--;
    if (missing == 0) {
      local = null; // an automatic arena may end
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
