package org.armci4j.profile.recording;

import java.util.BitSet;
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
  private final AwaitedWords words;
  private final int ranks;

  /** Null where no trace is wanted. */
  private final Spans spans;

  /** Null where no events are wanted. */
  private final ThreadEvents events;

  /** Null for all threads but the one that has opened the runtime. */
  private final Timeline timeline;

  /** Ranks to which data have gone since the last signal to them. */
  private final BitSet dataSent;

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
   * @param events gets the same; null where no events are wanted
   * @param timeline gets the times; null where no timeline is wanted
   */
  ThreadRecord(
      ThreadSums sums,
      WaitedLines lines,
      AwaitedWords words,
      int ranks,
      Spans spans,
      ThreadEvents events,
      Timeline timeline) {
    this.sums = sums;
    this.lines = lines;
    this.words = words;
    this.ranks = ranks;
    this.dataSent = new BitSet(ranks);
    this.spans = spans;
    this.events = events;
    this.timeline = timeline;
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
      if (writesData(kind)) {
        dataSent.set(peer);
      }
    }
  }

  private static boolean writesData(OperationKind kind) {
    return switch (kind) {
      case PUT, ACCUMULATE, PUT_LIST, ACCUMULATE_LIST -> true;
      case GET, GET_LIST, ATOMIC, ATOMIC_LIST, SIGNAL, CALL -> false;
    };
  }

  /**
   * Tells of a signal that begins, unless it is a part of a collective.
   *
   * @param word key of the word
   * @param peer its rank
   */
  public void signal(long word, int peer) {
    if (hidden == 0) {
      words.addSignal(word, dataSent.get(peer));
      dataSent.clear(peer);
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
    if (isTimed && events != null) {
      events.beginTransfer();
    }
    return isTimed ? System.nanoTime() : UNTIMED;
  }

  /**
   * Adds the time of an operation that has returned.
   *
   * @param start the result of {@link #start}, a time
   * @param kind its kind
   * @param peer its target
   * @param bytes number of bytes
   * @param word its signal
   */
  void end(long start, OperationKind kind, int peer, long bytes, WordEvent word) {
    long nanos = System.nanoTime() - start;
    trace(kind.label(), peer, bytes, start, nanos, word);
    if (events != null) {
      events.endTransfer(kind.label(), peer, bytes);
    }
    long calls = 1;
    if (bytes < LONG_BYTES) {
      calls = every;
      if (spans == null && events == null && ++timed == TIMED_FIRST) {
        every = EVERY;
      }
      untilTimed = every;
    }
    add(Activity.TRANSFER, peer, start, nanos, calls, Activity.TRANSFER.label());
  }

  /** Returns whether a trace is wanted, so that signals must tell of their words. */
  boolean isTraced() {
    return spans != null;
  }

  /**
   * Begins a wait; {@link #endWait} ends it.
   *
   * @return for {@link #endWait}
   */
  public long startWait() {
    if (depth++ != 0) {
      return UNTIMED;
    }
    if (events != null) {
      events.beginWait();
    }
    return System.nanoTime();
  }

  /**
   * Ends a wait.
   *
   * @param start the result of {@link #startWait}
   * @param cause what the thread waited for
   * @param peer the rank that it waited for; negative if there is none or it is not known
   * @param word the word that it waited for
   */
  void endWait(long start, Activity cause, int peer, WordEvent word) {
    depth--;
    if (start != UNTIMED) {
      long nanos = System.nanoTime() - start;
      trace(cause.label(), peer, 0, start, nanos, word);
      if (events != null) {
        events.endWait(cause.label(), peer);
      }
      if (peer < 0 && word.word() != 0) {
        words.addWait(word.word(), nanos);
      }
      add(cause, peer, start, nanos, 1, cause.label());
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
    return enter(calls, -1);
  }

  /**
   * Begins a collective call with a root; {@link #leave(long, CollectiveRecord, int)} ends it.
   *
   * @param calls the calls of the same collective
   * @param root the root as a rank of the job; negative for none
   * @return for {@link #leave(long, CollectiveRecord, int)}
   */
  public long enter(CollectiveRecord calls, int root) {
    boolean outermost = depth == 0;
    enter();
    if (!outermost) {
      return UNTIMED;
    }
    if (calls.counts()) {
      sums.addCollective();
    }
    if (events != null) {
      events.beginCollective();
    }
    return calls.enter(root);
  }

  /**
   * Ends a collective call.
   *
   * @param start the result of {@link #enter(CollectiveRecord)}
   * @param calls the same object
   */
  public void leave(long start, CollectiveRecord calls) {
    leave(start, calls, -1);
  }

  /**
   * Ends a collective call with a root.
   *
   * @param start the result of {@link #enter(CollectiveRecord, int)}
   * @param calls the same object
   * @param root the same rank
   */
  public void leave(long start, CollectiveRecord calls, int root) {
    leave();
    if (start != UNTIMED) {
      long now = System.nanoTime();
      long nanos = now - start;
      calls.leave(now, nanos);
      trace(calls.label(), -1, 0, start, nanos, WordEvent.NONE);
      if (events != null) {
        events.endCollective(calls.label(), root);
      }
      add(Activity.COLLECTIVE, -1, start, nanos, 1, calls.label());
    }
  }

  /** Counts a collective call that goes on by itself. */
  public void countCollective() {
    sums.addCollective();
  }

  private void trace(String name, int peer, long bytes, long start, long nanos, WordEvent word) {
    if (spans != null) {
      spans.add(name, peer, bytes, start, nanos, word);
    }
  }

  /**
   * Adds time.
   *
   * @param calls for how many calls the time of this one stands
   */
  private void add(Activity activity, int peer, long start, long nanos, long calls, String name) {
    sums.addNanos(activity, peer, calls * nanos);
    if (timeline != null) {
      timeline.add(activity, start, nanos, calls);
    }
    unchargedNanos += calls * nanos;
    if (unchargedNanos >= WaitedLines.STEP_NANOS) {
      lines.charge(name, unchargedNanos);
      unchargedNanos = 0;
    }
  }
}
