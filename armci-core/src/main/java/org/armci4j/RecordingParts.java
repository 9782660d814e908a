package org.armci4j;

import java.util.function.BooleanSupplier;
import org.armci4j.bootstrap.Bootstrap;
import org.armci4j.profile.recording.RankRecorder;
import org.armci4j.profile.recording.RecordingWaiter;
import org.armci4j.waiting.Waiter;

/**
 * Makes the parts of a runtime that record. A class of its own, which no other job touches: where
 * one method makes a part or its subclass, the verifier loads the subclass, and the compiler then
 * no longer knows that there is one kind of waiter or barrier.
 */
final class RecordingParts {
  private RecordingParts() {}

  static Waiter waiter(Waiter plain, RankRecorder recorder, boolean forTransfers) {
    return new RecordingWaiter(plain, recorder, forTransfers);
  }

  static Exchanges exchanges(
      Bootstrap bootstrap,
      Waiter waiter,
      BooleanSupplier ownWork,
      long timeoutNanos,
      RankRecorder recorder) {
    return new RecordingExchanges(bootstrap, waiter, ownWork, timeoutNanos, recorder);
  }

  static Barrier barrier(
      GlobalMemory control,
      int[] ranks,
      int index,
      Waiter waiter,
      RankRecorder recorder,
      String group) {
    return new RecordingBarrier(control, ranks, index, waiter, recorder, group);
  }
}
