package org.armci4j.profile.recording;

import org.armci4j.waiting.Condition;
import org.armci4j.waiting.Waiter;
import org.armci4j.waiting.WordCondition;

/** A waiter that tells how long its waits take. */
public final class RecordingWaiter extends Waiter {
  private final RankRecorder recorder;

  /** Whether it waits for transfers, so that the first number of each wait is the other rank. */
  private final boolean forTransfers;

  /**
   * Makes a waiter like another one.
   *
   * @param waiter the other one, which is not to be used any more
   * @param recorder gets the times
   * @param forTransfers whether it waits for the completion of transfers
   */
  public RecordingWaiter(Waiter waiter, RankRecorder recorder, boolean forTransfers) {
    super(waiter);
    this.recorder = recorder;
    this.forTransfers = forTransfers;
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
      Activity others = condition instanceof WordCondition ? Activity.SIGNAL : Activity.OTHER_WAIT;
      here.endWait(
          start, forTransfers ? Activity.COMPLETION : others, forTransfers ? (int) first : -1);
    }
  }
}
