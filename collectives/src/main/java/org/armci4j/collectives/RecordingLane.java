package org.armci4j.collectives;

import org.armci4j.profile.recording.RankRecorder;
import org.armci4j.profile.recording.ThreadRecord;

/** A lane that counts its collectives, and whose puts are not the program's. */
final class RecordingLane extends Lane {
  private final RankRecorder recorder;

  RecordingLane(Lane lane, RankRecorder recorder) {
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
