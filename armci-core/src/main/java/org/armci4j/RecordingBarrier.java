package org.armci4j;

import org.armci4j.profile.recording.CollectiveFlow;
import org.armci4j.profile.recording.CollectiveRecord;
import org.armci4j.profile.recording.RankRecorder;
import org.armci4j.profile.recording.ThreadRecord;
import org.armci4j.waiting.Waiter;

/** A barrier that tells when this rank comes to it, and how long it takes. */
final class RecordingBarrier extends Barrier {
  private final RankRecorder recorder;
  private final String group;
  private final int members;
  private final int index;

  /**
   * Null before the first call: most groups of a program never call it, and only a limited number
   * is told apart.
   */
  private volatile CollectiveRecord calls;

  /**
   * Makes a barrier as the constructor of its class does.
   *
   * @param group name of the group
   */
  RecordingBarrier(
      GlobalMemory control,
      int[] ranks,
      int index,
      Waiter waiter,
      RankRecorder recorder,
      String group) {
    super(control, ranks, index, waiter);
    this.recorder = recorder;
    this.group = group;
    this.members = ranks.length;
    this.index = index;
  }

  @Override
  void await(long timeoutNanos) {
    ThreadRecord here = recorder.here();
    CollectiveRecord mine = calls;
    if (mine == null) {
      mine = recorder.collective(group, members, "barrier", CollectiveFlow.ALL, index);
      calls = mine;
    }
    long start = here.enter(mine);
    try {
      super.await(timeoutNanos);
    } finally {
      here.leave(start, mine);
    }
  }

  /** Hides the signals and waits, as they are not the program's. */
  @Override
  void meet(long timeoutNanos) {
    ThreadRecord here = recorder.here();
    here.enter();
    try {
      super.meet(timeoutNanos);
    } finally {
      here.leave();
    }
  }

  /** Hides the signals by which ranks leave, as they are not the program's. */
  @Override
  boolean isLeftByAll() {
    ThreadRecord here = recorder.here();
    here.enter();
    try {
      return super.isLeftByAll();
    } finally {
      here.leave();
    }
  }
}
