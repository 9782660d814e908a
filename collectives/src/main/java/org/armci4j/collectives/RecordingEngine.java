package org.armci4j.collectives;

import java.util.EnumMap;
import java.util.Map;
import org.armci4j.Armci;
import org.armci4j.Group;
import org.armci4j.Handle;
import org.armci4j.bootstrap.settings.Settings;
import org.armci4j.collectives.algorithm.Shape;
import org.armci4j.collectives.lanes.CollectiveRequest;
import org.armci4j.collectives.lanes.Lane;
import org.armci4j.collectives.lanes.RecordingLane;
import org.armci4j.collectives.lanes.RecordingRequest;
import org.armci4j.collectives.running.Plan;
import org.armci4j.collectives.running.PlannedCall;
import org.armci4j.profile.recording.CallInFlight;
import org.armci4j.profile.recording.CollectiveFlow;
import org.armci4j.profile.recording.CollectiveRecord;
import org.armci4j.profile.recording.RankRecorder;
import org.armci4j.profile.recording.RecordedOperation;
import org.armci4j.profile.recording.ThreadRecord;

/** An engine that tells when this rank comes to each call, and how long the call takes. */
final class RecordingEngine extends CollectivesEngine {
  private final RankRecorder recorder;
  private final String groupName;
  private final Map<Operation, CollectiveRecord> blocking = new EnumMap<>(Operation.class);
  private final Map<Operation, CollectiveRecord> nonblocking = new EnumMap<>(Operation.class);

  RecordingEngine(
      Armci armci, Group group, Settings settings, boolean checks, RankRecorder recorder) {
    super(armci, group, settings, checks);
    this.recorder = recorder;
    this.groupName = group.toString();
  }

  @Override
  public void run(
      Plan plan, Shape shape, Elements source, Elements destination, Reduction reduction) {
    CollectiveRecord record =
        blocking.computeIfAbsent(shape.operation(), made -> record(made, made.label()));
    int root = root(shape);
    ThreadRecord here = recorder.here();
    long start = here.enter(record, root);
    String algorithm = null;
    try {
      super.run(plan, shape, source, destination, reduction);
      if (here.wantsAlgorithms() && !isGroupsBarrier(plan, shape)) {
        algorithm = algorithmFor(plan, shape, reduction, source.type());
      }
    } finally {
      here.leave(start, record, root, bytes(shape, source), algorithm);
    }
  }

  @Override
  CollectiveRequest request(
      Plan plan, Shape shape, Elements source, Elements destination, Reduction reduction) {
    PlannedCall call = plan(plan, shape, source, destination, reduction);
    CollectiveRecord record =
        nonblocking.computeIfAbsent(
            shape.operation(), made -> record(made, "nonblocking " + made.label()));
    String algorithm =
        recorder.here().wantsAlgorithms()
            ? algorithmFor(plan, shape, reduction, source.type())
            : null;
    CallInFlight recorded = recorder.newCall(record, root(shape), bytes(shape, source), algorithm);
    return new RecordingRequest(group(), lanes(), call, recorded);
  }

  @Override
  Handle start(CollectiveRequest request) {
    ThreadRecord here = recorder.here();
    long start = here.enterStart();
    try {
      return super.start(request);
    } finally {
      here.leaveStart(start, ((RecordedOperation) request).recorded());
    }
  }

  private CollectiveRecord record(Operation operation, String label) {
    return recorder.collective(groupName, group().size(), label, flow(operation), group().rank());
  }

  private int root(Shape shape) {
    return shape.operation().isRooted() ? group().worldRank(shape.root()) : -1;
  }

  /** Returns the bytes of a call's elements; where parts have any length those of the source. */
  private static long bytes(Shape shape, Elements source) {
    return shape.regular() ? shape.bytes() : source.sizeBytes();
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
