package org.armci4j.collectives.lanes;

import org.armci4j.profile.recording.RankRecorder;
import org.armci4j.profile.recording.ThreadRecord;

/** A lane that counts its collectives, and whose puts are not the program's. */
public final class RecordingLane extends Lane {
  private final RankRecorder recorder;

  /** Takes the parts of a lane, which is not to be used any more. */
  public RecordingLane(Lane lane, RankRecorder recorder) {
    super(lane);
    this.recorder = recorder;
  }

  @Override
  void add(CollectiveRequest request) {
    recorder.here().countCollective();
    super.add(request);
  }

  @Override
  int progress() {
    ThreadRecord here = recorder.here();
    here.enter();
    try {
      return super.progress();
    } finally {
      here.leave();
    }
  }
}
