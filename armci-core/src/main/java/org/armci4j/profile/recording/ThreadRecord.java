package org.armci4j.profile.recording;

import java.util.Arrays;
import org.armci4j.profile.OperationKind;

/**
 * What one thread does, told by the decorators. Time belongs to the outermost activity: a wait in a
 * collective is time of the collective. All operations are counted. The time of those below {@value
 * #LONG_BYTES} bytes, and of fences, is sampled by {@link CallSampling}: one that is timed stands
 * for those of its kind before it that are not. Fences are sampled by their targets, as one on this
 * host takes far less time than one elsewhere. A trace has each signal, as it tells which wait a
 * signal has ended.
 */
public final class ThreadRecord {
  /** From this size on, each operation is timed: within a host it takes some 5 µs. */
  private static final long LONG_BYTES = 64 * 1024;

  /** Short calls of each kind that are timed each, so that the time of a few is no estimate. */
  private static final int TIMED_FIRST = 64;

  /** The same in a job that writes a trace, so that the trace of a short program has each. */
  private static final int TRACED_FIRST = 10_000;

  private static final int KINDS = OperationKind.values().length;

  /** Returned in place of a time where nothing is timed. */
  static final long UNTIMED = 0;

  private final ThreadSums sums;

  /** The numbers of operations in them, if no other thread adds to them; null if another may. */
  private final long[] own;

  private final WaitedLines lines;
  private final AwaitedWords words;

  /** Null where no trace is wanted. */
  private final Spans spans;

  /** Null where no events are wanted. */
  private final ThreadEvents events;

  /** Null for all threads but the one that has opened the runtime. */
  private final Timeline timeline;

  /** By rank, whether data have gone to it since the last signal to it. */
  private final boolean[] dataSent;

  /** By kind of operation. */
  private final CallSampling[] operations = new CallSampling[KINDS];

  /** By kind of operation, the calls to the next one that is timed. */
  private final int[] left = new int[KINDS];

  /** By kind of operation, no calls, so that each is looked at. */
  private final int[] none = new int[KINDS];

  /** What short operations count down: {@link #none} in waits, and by threads that share sums. */
  private int[] countdown;

  /** By rank, behind that of all ranks; null where there was no fence yet, or none at all. */
  private CallSampling[] fences;

  /** In the same order, the fences to the next one that is timed; null before the first one. */
  private int[] fencesLeft;

  private final int timedFirst;

  /** Number of waits and collectives around what the thread does at this moment. */
  private int depth;

  /** Number of collectives among those. */
  private int hidden;

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
    this.own = sums.own();
    this.lines = lines;
    this.words = words;
    this.dataSent = new boolean[ranks];
    this.spans = spans;
    this.events = events;
    this.timeline = timeline;
    this.timedFirst = spans == null ? TIMED_FIRST : TRACED_FIRST;
    long seed = System.nanoTime();
    Arrays.setAll(operations, kind -> new CallSampling(left, kind, timedFirst, seed + kind));
    this.countdown = outermostCountdown();
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
      add(kind, peer, bytes);
    }
  }

  private void add(OperationKind kind, int peer, long bytes) {
    if (own != null) {
      ThreadSums.count(own, kind, peer, bytes);
    } else {
      sums.count(kind, peer, bytes);
    }
    if (writesData(kind)) {
      dataSent[peer] = true;
    }
  }

  /** Compares constants, which the compiler does where the kind is one. */
  private static boolean writesData(OperationKind kind) {
    return kind == OperationKind.PUT
        || kind == OperationKind.ACCUMULATE
        || kind == OperationKind.PUT_LIST
        || kind == OperationKind.ACCUMULATE_LIST;
  }

  /**
   * Tells of a signal that begins, unless it is a part of a collective.
   *
   * @param word key of the word
   * @param peer its rank
   */
  public void signal(long word, int peer) {
    if (hidden == 0) {
      words.addSignal(word, dataSent[peer]);
      dataSent[peer] = false;
    }
  }

  /**
   * Counts an operation that begins, unless it is a part of a collective. A short transfer takes
   * some 40 ns, so nearly all calls end at the first return, and one comparison finds the others.
   *
   * @param kind its kind
   * @param peer its target
   * @param bytes number of bytes
   * @return whether to time it, by {@link #begin} and {@link #end}
   */
  boolean isTimed(OperationKind kind, int peer, long bytes) {
    if (bytes < LONG_BYTES && --countdown[kind.index()] > 0) {
      add(kind, peer, bytes);
      return false;
    }
    return isOtherTimed(kind, peer, bytes);
  }

  /** Does the same for one that is long or due, in a wait, or of a thread that shares sums. */
  private boolean isOtherTimed(OperationKind kind, int peer, long bytes) {
    none[kind.index()] = 0;
    count(kind, peer, bytes);
    return depth == 0 && (own != null || bytes >= LONG_BYTES || --left[kind.index()] <= 0);
  }

  /**
   * Counts an operation as {@link #isTimed} does, and begins to time it.
   *
   * @return for {@link #end}, or {@link #UNTIMED}
   */
  long start(OperationKind kind, int peer, long bytes) {
    return isTimed(kind, peer, bytes) ? begin() : UNTIMED;
  }

  /** Counts a signal, or data with a signal, as {@link #start} does. */
  long startSignal(OperationKind kind, int peer, long bytes) {
    if (!isTraced()) {
      return start(kind, peer, bytes);
    }
    count(kind, peer, bytes);
    return depth == 0 ? begin() : UNTIMED;
  }

  /** Begins an operation that {@link #isTimed}; returns its start for {@link #end}. */
  long begin() {
    if (events != null) {
      events.beginTransfer();
    }
    return System.nanoTime();
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
    long now = System.nanoTime();
    boolean isSampled = bytes < LONG_BYTES && !(isTraced() && word.role().isSignal());
    CallSampling sampling = operations[kind.index()];
    int calls = isSampled ? sampling.calls() : 1;
    long nanos = took(start, now, calls);
    trace(kind.label(), peer, bytes, calls, start, now - start, word);
    boolean isEvent = events != null && events.endTransfer(kind.label(), peer, bytes, calls);
    long sumNanos = nanos;
    if (isSampled) {
      sumNanos = sampling.sum(nanos, now);
      sampling.next(now, isEvent); // who records events of such a length wants the next one too
    }
    add(Activity.TRANSFER, peer, start, nanos, calls, sumNanos, Activity.TRANSFER.label());
  }

  /**
   * Returns how long a call took. Two readings of the clock are apart by one reading even if there
   * is nothing between them; that does not belong to the calls for which this one stands.
   */
  private static long took(long start, long now, int calls) {
    return calls == 1 ? now - start : Math.max(now - start - (System.nanoTime() - now), 0);
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
    return goIn() ? beginWait() : UNTIMED;
  }

  private long beginWait() {
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
    comeOut();
    if (start != UNTIMED) {
      long now = System.nanoTime();
      boolean _ = addWait(start, now, cause, peer, word, null);
      if (peer < 0 && word.word() != 0) {
        words.addWait(word.word(), now - start);
      }
    }
  }

  /**
   * Begins a fence, a wait that within a host is always short; {@link #endFence} ends it. A fence
   * that is not timed hides nothing: transports wait by waiters of their own, which tell nothing,
   * and what the thread may serve meanwhile for other ranks is time of its own.
   *
   * @param peer its target; -1 for all ranks
   * @return for {@link #endFence}
   */
  long startFence(int peer) {
    if (depth > 0 || !isFenceDue(1 + peer)) {
      return UNTIMED;
    }
    boolean _ = goIn();
    return beginWait();
  }

  private boolean isFenceDue(int place) {
    if (fencesLeft == null) { // few virtual threads fence, and there may be many
      fences = new CallSampling[1 + dataSent.length];
      fencesLeft = new int[1 + dataSent.length];
    }
    return --fencesLeft[place] <= 0;
  }

  private CallSampling fences(int peer) {
    CallSampling made = fences[1 + peer];
    if (made == null) {
      made = new CallSampling(fencesLeft, 1 + peer, timedFirst, System.nanoTime());
      fences[1 + peer] = made;
    }
    return made;
  }

  /** Ends a fence of the same ranks. */
  void endFence(long start, int peer) {
    if (start != UNTIMED) {
      comeOut();
      long now = System.nanoTime();
      CallSampling sampling = fences(peer);
      sampling.next(now, addWait(start, now, Activity.FENCE, peer, WordEvent.NONE, sampling));
    }
  }

  /**
   * Adds a wait, and those for which it stands if there is a sampling; returns whether it is an
   * event.
   */
  private boolean addWait(
      long start, long now, Activity cause, int peer, WordEvent word, CallSampling sampling) {
    int calls = sampling == null ? 1 : sampling.calls();
    long nanos = took(start, now, calls);
    trace(cause.label(), peer, 0, calls, start, now - start, word);
    boolean isEvent = events != null && events.endWait(cause.label(), peer, calls);
    long sumNanos = sampling == null ? nanos : sampling.sum(nanos, now);
    add(cause, peer, start, nanos, calls, sumNanos, cause.label());
    return isEvent;
  }

  /** Begins a wait or a collective; returns whether it is the outermost one. */
  private boolean goIn() {
    countdown = none;
    return depth++ == 0;
  }

  private void comeOut() {
    depth--;
    if (depth == 0) {
      countdown = outermostCountdown();
    }
  }

  private int[] outermostCountdown() {
    return own == null ? none : left;
  }

  /** Begins a part of a collective: until {@link #leave}, operations are not counted. */
  public void enter() {
    boolean _ = goIn();
    hidden++;
  }

  /** Ends a part of a collective. */
  public void leave() {
    comeOut();
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
   * Begins a collective call with a root; {@link #leave(long, CollectiveRecord, int, long, String)}
   * ends it.
   *
   * @param calls the calls of the same collective
   * @param root the root as a rank of the job; negative for none
   * @return for {@link #leave(long, CollectiveRecord, int, long, String)}
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
   * Ends a collective call without data.
   *
   * @param start the result of {@link #enter(CollectiveRecord)}
   * @param calls the same object
   */
  public void leave(long start, CollectiveRecord calls) {
    leave(start, calls, -1, 0, null);
  }

  /**
   * Ends a collective call.
   *
   * @param start the result of {@link #enter(CollectiveRecord, int)}
   * @param calls the same object
   * @param root the same rank
   * @param bytes its bytes
   * @param algorithm what carried it out; null where that is not known
   */
  public void leave(long start, CollectiveRecord calls, int root, long bytes, String algorithm) {
    leave();
    if (start != UNTIMED) {
      long now = System.nanoTime();
      long nanos = now - start;
      long call = calls.leave(now, nanos);
      if (isTraced()) {
        trace(calls.label(), root, bytes, 1, start, nanos, WordEvent.call(calls, call));
      }
      if (events != null) {
        events.endCollective(calls.kind(), call, root, bytes, algorithm);
      }
      add(Activity.COLLECTIVE, -1, start, nanos, 1, nanos, calls.label());
    }
  }

  /**
   * Returns whether collectives are to tell their algorithms.
   *
   * @return false where no events are wanted
   */
  public boolean wantsAlgorithms() {
    return events != null;
  }

  /**
   * Begins a call that starts a nonblocking collective; {@link #leaveStart} ends it.
   *
   * @return for {@link #leaveStart}
   */
  public long enterStart() {
    boolean outermost = depth == 0;
    enter();
    return outermost ? System.nanoTime() : UNTIMED;
  }

  /**
   * Ends a call that starts a nonblocking collective.
   *
   * @param start the result of {@link #enterStart}
   * @param call the collective
   */
  public void leaveStart(long start, CallInFlight call) {
    leave();
    if (start != UNTIMED) {
      addPart(call, call.calls().startLabel(), start, System.nanoTime());
    }
  }

  /**
   * Ends a wait for a nonblocking collective.
   *
   * @param start the result of {@link #startWait}
   * @param call the collective
   */
  void endWait(long start, CallInFlight call) {
    comeOut();
    if (start != UNTIMED) {
      call.waited(start);
      if (events != null) {
        boolean _ = events.endWait(call.calls().waitLabel(), -1, 1);
      }
      addPart(call, call.calls().waitLabel(), start, System.nanoTime());
    }
  }

  /** Adds time of this thread that is time of a nonblocking collective. */
  private void addPart(CallInFlight call, String name, long start, long now) {
    long nanos = now - start;
    trace(name, -1, 0, 1, start, nanos, WordEvent.NONE);
    call.calls().add(nanos);
    add(Activity.COLLECTIVE, -1, start, nanos, 1, nanos, name);
  }

  CallEvents newCallEvents() {
    return events == null ? null : events.newCall();
  }

  /** Counts a collective call that goes on by itself. */
  public void countCollective() {
    sums.addCollective();
  }

  private void trace(
      String name, int peer, long bytes, int calls, long start, long nanos, WordEvent word) {
    if (spans != null) {
      spans.add(name, peer, bytes, calls, start, nanos, word);
    }
  }

  /**
   * Adds time.
   *
   * @param calls the number of calls for which this one stands
   * @param sumNanos their time
   */
  private void add(
      Activity activity, int peer, long start, long nanos, int calls, long sumNanos, String name) {
    sums.addNanos(activity, peer, sumNanos, calls > 1);
    if (timeline != null) {
      timeline.add(activity, start, nanos, sumNanos);
    }
    unchargedNanos += sumNanos;
    if (unchargedNanos >= WaitedLines.STEP_NANOS) {
      lines.charge(name, unchargedNanos);
      unchargedNanos = 0;
    }
  }
}
