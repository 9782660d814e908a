package org.armci4j.profile.recording;

import java.lang.foreign.MemorySegment;
import org.armci4j.waiting.AwaitedRank;
import org.armci4j.waiting.Condition;
import org.armci4j.waiting.Waiter;
import org.armci4j.waiting.WordCondition;

/** A waiter that tells how long its waits take. */
public final class RecordingWaiter extends Waiter {
  private final RankRecorder recorder;

  /** Whether it waits for transfers, so that the first number of each wait is the other rank. */
  private final boolean forTransfers;

  /** The rank that all its waits are for; negative where they differ. */
  private final int source;

  /**
   * Makes a waiter like another one.
   *
   * @param waiter the other one, which is not to be used any more
   * @param recorder gets the times
   * @param forTransfers whether it waits for the completion of transfers
   * @param source the rank that all its waits are for; negative where they differ
   */
  public RecordingWaiter(Waiter waiter, RankRecorder recorder, boolean forTransfers, int source) {
    super(waiter);
    this.recorder = recorder;
    this.forTransfers = forTransfers;
    this.source = source;
  }

  /** Reads the clock only if the condition does not hold at once. */
  @Override
  public <S> void await(
      Condition<S> condition, S subject, long first, long second, long timeoutNanos, Object name) {
    if (condition.holds(subject, first, second)) {
      return;
    }
    ThreadRecord here = recorder.here();
    long start = here.startWait();
    try {
      super.await(condition, subject, first, second, timeoutNanos, name);
    } finally {
      end(here, start, condition, subject, first, second, name);
    }
  }

  private <S> void end(
      ThreadRecord here,
      long start,
      Condition<S> condition,
      S subject,
      long first,
      long second,
      Object name) {
    if (subject instanceof RecordedOperation operation) {
      here.endWait(start, operation.recorded());
    } else {
      boolean isTimed = start != ThreadRecord.UNTIMED;
      here.endWait(
          start,
          cause(condition, name),
          peer(first, name),
          isTimed ? word(condition, subject, first, second) : WordEvent.NONE);
    }
  }

  private Activity cause(Condition<?> condition, Object name) {
    if (forTransfers) {
      return Activity.COMPLETION;
    }
    if (name instanceof AwaitedRank) {
      return Activity.MUTEX;
    }
    if (condition instanceof WordCondition) {
      return Activity.SIGNAL;
    }
    return source < 0 ? Activity.OTHER_WAIT : Activity.REPLY;
  }

  private int peer(long first, Object name) {
    if (forTransfers) {
      return (int) first;
    }
    return name instanceof AwaitedRank awaited ? awaited.awaitedRank() : source;
  }

  private WordEvent word(Condition<?> condition, Object subject, long offset, long value) {
    return condition instanceof WordCondition relation && subject instanceof MemorySegment view
        ? new WordEvent(WordRole.of(relation), recorder.wordKey(view, offset), value)
        : WordEvent.NONE;
  }
}
