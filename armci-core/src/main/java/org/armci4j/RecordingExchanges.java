package org.armci4j;

import java.util.List;
import java.util.function.BooleanSupplier;
import org.armci4j.bootstrap.Bootstrap;
import org.armci4j.profile.recording.CollectiveRecord;
import org.armci4j.profile.recording.RankRecorder;
import org.armci4j.profile.recording.ThreadRecord;
import org.armci4j.waiting.Waiter;

/** Exchanges that tell when this rank comes to them, and how long they take. */
final class RecordingExchanges extends Exchanges {
  private final RankRecorder recorder;

  RecordingExchanges(
      Bootstrap bootstrap,
      Waiter waiter,
      BooleanSupplier ownWork,
      long timeoutNanos,
      RankRecorder recorder) {
    super(bootstrap, waiter, ownWork, timeoutNanos);
    this.recorder = recorder;
  }

  @Override
  List<byte[]> exchange(String key, int[] members, byte[] mine) {
    CollectiveRecord calls = recorder.setUp(members);
    ThreadRecord here = recorder.here();
    long start = here.enter(calls);
    try {
      return super.exchange(key, members, mine);
    } finally {
      here.leave(start, calls);
    }
  }
}
