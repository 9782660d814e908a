package org.armci4j.collectives;

import java.util.EnumMap;
import java.util.Map;
import org.armci4j.Armci;
import org.armci4j.Group;
import org.armci4j.bootstrap.settings.Settings;
import org.armci4j.collectives.algorithm.Shape;
import org.armci4j.profile.recording.CollectiveFlow;
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
    CollectiveRecord record = calls.computeIfAbsent(shape.operation(), this::record);
    int root = shape.operation().isRooted() ? group().worldRank(shape.root()) : -1;
    ThreadRecord here = recorder.here();
    long start = here.enter(record, root);
    try {
      super.run(plan, shape, source, destination, reduction);
    } finally {
      here.leave(start, record, root);
    }
  }

  private CollectiveRecord record(Operation operation) {
    return recorder.collective(
        groupName, group().size(), operation.label(), flow(operation), group().rank());
  }

  /** Returns who cannot leave a call before whom has come. */
  private static CollectiveFlow flow(Operation operation) {
    return switch (operation) {
      case BARRIER, ALLREDUCE, ALLGATHER, ALLTOALL, REDUCE_SCATTER -> CollectiveFlow.ALL;
      case BROADCAST, SCATTER -> CollectiveFlow.FROM_ROOT;
      case REDUCE, GATHER -> CollectiveFlow.TO_ROOT;
      case SCAN, EXSCAN -> CollectiveFlow.PREFIX;
    };
  }

  @Override
  Lane newLane() {
    return new RecordingLane(super.newLane(), recorder);
  }
}
