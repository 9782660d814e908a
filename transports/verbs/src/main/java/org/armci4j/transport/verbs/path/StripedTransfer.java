package org.armci4j.transport.verbs.path;

import java.lang.foreign.MemorySegment;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.transport.network.EndpointProgress;
import org.armci4j.transport.network.RemoteKey;
import org.armci4j.transport.network.path.Stripes;

/**
 * One transfer whose stripes are under way. It is filled by the thread that starts it, looked after
 * by the threads that handle completions, one at a time, and used again when it is over.
 */
final class StripedTransfer {
  /** The operation of a stripe that has not been started, or not wholly. */
  static final long NOT_STARTED = Long.MAX_VALUE;

  private final Stripes stripes;

  /** Of each stripe, the end by which it goes; null when it has arrived. */
  private final PathEndpoint[] ends;

  /** Of each stripe, the operation there that it is complete with. */
  private final long[] operations;

  /** Of each stripe, how it goes once more, or piece by piece; null of one that goes at once. */
  private final StripePieces[] again;

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

  StripedTransfer(int most) {
    this.stripes = new Stripes(most);
    this.ends = new PathEndpoint[most];
    this.operations = new long[most];
    this.again = new StripePieces[most];
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

  /**
   * Starts a stripe by an end of its path.
   *
   * @return a ticket of that end
   */
  long start(int stripe, PathEndpoint end) {
    ends[stripe] = end;
    operations[stripe] = NOT_STARTED;
    long begin = stripes.begin(stripe);
    long length = stripes.lengthBytes(stripe);
    return isPut
        ? end.put(local, offset + begin, remote + begin, key, length)
        : end.get(remote + begin, key, local, offset + begin, length);
  }

  /** Whether a stripe is one operation of that end, which uses its memory in place. */
  boolean isOneOperation(int stripe, PathEndpoint end, long maxMessageBytes) {
    long length = stripes.lengthBytes(stripe);
    return length <= maxMessageBytes
        && !end.isCopied(local, offset + stripes.begin(stripe), length, !isPut);
  }

  void started(int stripe, long operation) {
    operations[stripe] = operation;
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
    EndpointProgress progress = ends[stripe].progress();
    return progress.complete() >= operations[stripe];
  }

  /**
   * A stripe goes once more, by another path, or piece by piece. What it took tells nothing of
   * that.
   */
  void restart(int stripe, PathEndpoint end, Restarter restarter) {
    ends[stripe] = end;
    operations[stripe] = NOT_STARTED;
    long begin = stripes.begin(stripe);
    long length = stripes.lengthBytes(stripe);
    again[stripe] = restarter.of(end, !isPut, local, offset + begin, remote + begin, key, length);
  }

  /** Makes a transfer that goes once more. */
  interface Restarter {
    StripePieces of(
        PathEndpoint end,
        boolean get,
        MemorySegment local,
        long offset,
        long remote,
        RemoteKey key,
        long sizeBytes);
  }

  /** Goes on to start a stripe that goes once more; returns whether all of it has been. */
  boolean startAgain(int stripe) {
    if (again[stripe] == null || operations[stripe] != NOT_STARTED || !again[stripe].start()) {
      return false;
    }
    operations[stripe] = again[stripe].number();
    return true;
  }

  /** Whether a stripe waits for room to go once more. */
  boolean waitsToStart() {
    for (int i = 0; i < stripes.count(); i++) {
      if (ends[i] != null && again[i] != null && operations[i] == NOT_STARTED) {
        return true;
      }
    }
    return false;
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
    if (again[stripe] == null && elapsedNanos != Stripes.UNTIMED) {
      stripes.arrived(stripe, elapsedNanos);
    }
    ends[stripe] = null;
    again[stripe] = null;
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
