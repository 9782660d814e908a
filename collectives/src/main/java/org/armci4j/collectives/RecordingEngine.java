package org.armci4j.collectives;

import java.util.EnumMap;
import java.util.Map;
import org.armci4j.Armci;
import org.armci4j.Group;
import org.armci4j.bootstrap.settings.Settings;
import org.armci4j.collectives.algorithm.Shape;
import org.armci4j.profile.recording.CollectiveRecord;
import org.armci4j.profile.recording.RankRecorder;
import org.armci4j.profile.recording.ThreadRecord;

/** An engine that tells when this rank comes to each call, and how long the call takes. */
final class RecordingEngine extends Engine {
  private final RankRecorder recorder;
  private final String groupName;
  private final Map<Operation, CollectiveRecord> calls = new EnumMap<>(Operation.class);

  RecordingEngine(
      Armci armci, Group group, Settings settings, boolean checks, RankRecorder recorder) {
    super(armci, group, settings, checks);
    this.recorder = recorder;
    this.groupName = group.toString();
  }

  @Override
  void run(Plan plan, Shape shape, Elements source, Elements destination, Reduction reduction) {
    CollectiveRecord record =
        calls.computeIfAbsent(
            shape.operation(), one -> recorder.collective(groupName, one.label()));
    ThreadRecord here = recorder.here();
    long start = here.enter(record);
    try {
      super.run(plan, shape, source, destination, reduction);
    } finally {
      here.leave(start, record);
    }
  }

  @Override
  Lane newLane() {
    return new RecordingLane(super.newLane(), recorder);
  }
}
