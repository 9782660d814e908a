package org.armci4j.profile.recording;

import org.armci4j.profile.OperationKind;

/**
 * What one thread does, told by the decorators. Time belongs to the outermost activity: a wait in a
 * collective is time of the collective. Of short transfers, the first {@value #TIMED_FIRST} are
 * timed, and then one in {@value #EVERY}, in place of all: reading the clock may take as long as
 * the transfer. In a job that writes a trace each is timed.
 */
public final class ThreadRecord {
  /** A prime, so that it meets all transfers of a loop in turn. */
  private static final int EVERY = 17;

  private static final int TIMED_FIRST = 64;

  /** From this size on, each transfer is timed. */
  private static final long LONG_BYTES = 64 * 1024;

  private static final int KINDS = OperationKind.values().length;

  /** Returned in place of a time where nothing is timed. */
  static final long UNTIMED = 0;

  private final ThreadSums sums;
  private final WaitedLines lines;
  private final int ranks;

  /** Null where no trace is wanted. */
  private final Spans spans;

  /** Number of waits and collectives around what the thread does at this moment. */
  private int depth;

  /** Number of collectives among those. */
  private int hidden;

  /** One in so many short transfers is timed. */
  private int every = 1;

  private int untilTimed = 1;
  private int timed;

  /** Time in the runtime that no source line has been charged with. */
  private long unchargedNanos;

  /**
   * @param spans gets each operation, wait and collective; null where no trace is wanted
   */
  ThreadRecord(ThreadSums sums, WaitedLines lines, int ranks, Spans spans) {
    this.sums = sums;
    this.lines = lines;
    this.ranks = ranks;
    this.spans = spans;
  }

  ThreadSums sums() {
    return sums;
  }

  /**
   * Counts an operation, unless it is a part of a collective.
   *
   * @param kind its kind
   * @param peer its target
   * @param bytes number of bytes
   */
  public void count(OperationKind kind, int peer, long bytes) {
    if (hidden == 0) {
      int number = kind.index() * ranks + peer;
      sums.count(number, 1);
      sums.count(KINDS * ranks + number, bytes);
    }
  }

  /**
   * Counts an operation that begins, unless it is a part of a collective.
   *
   * @param kind its kind
   * @param peer its target
   * @param bytes number of bytes
   * @return for {@link #end}
   */
  public long start(OperationKind kind, int peer, long bytes) {
    count(kind, peer, bytes);
    boolean isTimed = depth == 0 && (bytes >= LONG_BYTES || --untilTimed <= 0);
    return isTimed ? System.nanoTime() : UNTIMED;
  }

  /**
   * Adds the time of an operation that has returned.
   *
   * @param start the result of {@link #start}, a time
   * @param kind its kind
   * @param peer its target
   * @param bytes number of bytes
   */
  public void end(long start, OperationKind kind, int peer, long bytes) {
    long nanos = System.nanoTime() - start;
    trace(kind.label(), peer, bytes, start, nanos);
    if (bytes < LONG_BYTES) {
      nanos *= every;
      if (spans == null && ++timed == TIMED_FIRST) {
        every = EVERY;
      }
      untilTimed = every;
    }
    add(Activity.TRANSFER, peer, nanos, Activity.TRANSFER.label());
  }

  /**
   * Begins a wait; {@link #endWait} ends it.
   *
   * @return for {@link #endWait}
   */
  public long startWait() {
    return depth++ == 0 ? System.nanoTime() : UNTIMED;
  }

  /**
   * Ends a wait.
   *
   * @param start the result of {@link #startWait}
   * @param cause what the thread waited for
   * @param peer the rank that it waited for; negative if there is none or it is not known
   */
  public void endWait(long start, Activity cause, int peer) {
    depth--;
    if (start != UNTIMED) {
      long nanos = System.nanoTime() - start;
      trace(cause.label(), peer, 0, start, nanos);
      add(cause, peer, nanos, cause.label());
    }
  }

  /** Begins a part of a collective: until {@link #leave}, operations are not counted. */
  public void enter() {
    depth++;
    hidden++;
  }

  /** Ends a part of a collective. */
  public void leave() {
    depth--;
    hidden--;
  }

  /**
   * Begins a collective call; {@link #leave(long, CollectiveRecord)} ends it.
   *
   * @param calls the calls of the same collective
   * @return for {@link #leave(long, CollectiveRecord)}
   */
  public long enter(CollectiveRecord calls) {
    boolean outermost = depth == 0;
    enter();
    if (!outermost) {
      return UNTIMED;
    }
    if (calls.counts()) {
      sums.addCollective();
    }
    return calls.enter();
  }

  /**
   * Ends a collective call.
   *
   * @param start the result of {@link #enter(CollectiveRecord)}
   * @param calls the same object
   */
  public void leave(long start, CollectiveRecord calls) {
    leave();
    if (start != UNTIMED) {
      long nanos = System.nanoTime() - start;
      calls.leave(nanos);
      trace(calls.label(), -1, 0, start, nanos);
      add(Activity.COLLECTIVE, -1, nanos, calls.label());
    }
  }

  /** Counts a collective call that goes on by itself. */
  public void countCollective() {
    sums.addCollective();
  }

  private void trace(String name, int peer, long bytes, long start, long nanos) {
    if (spans != null) {
      spans.add(name, peer, bytes, start, nanos);
    }
  }

  private void add(Activity activity, int peer, long nanos, String name) {
    sums.addNanos(activity, peer, nanos);
    unchargedNanos += nanos;
    if (unchargedNanos >= WaitedLines.STEP_NANOS) {
      lines.charge(name, unchargedNanos);
      unchargedNanos = 0;
    }
  }
}
