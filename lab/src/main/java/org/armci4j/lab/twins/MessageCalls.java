package org.armci4j.lab.twins;

import org.armci4j.benchmarks.collectives.PointBuffers;
import org.armci4j.benchmarks.collectives.PointCalls;
import org.armci4j.collectives.ElementType;
import org.armci4j.collectives.Elements;
import org.armci4j.collectives.Operation;
import org.armci4j.collectives.Reduction;
import org.armci4j.collectives.schedule.Schedule;

/** Makes the calls of a point over messages. Like the library, it builds the schedule once. */
final class MessageCalls implements PointCalls {
  private static final int ROOT = 0;

  private final TwinPoint point;
  private final MessageCollectives collectives;
  private final PointBuffers buffers;
  private final Schedule schedule;

  MessageCalls(TwinPoint point, MessageCollectives collectives, PointBuffers buffers) {
    this.point = point;
    this.collectives = collectives;
    this.buffers = buffers;
    int elementBytes = ElementType.DOUBLE.sizeBytes();
    this.schedule =
        collectives.schedule(
            point.operation(),
            point.algorithm(),
            ROOT,
            point.sizeBytes() / elementBytes,
            elementBytes);
  }

  @Override
  public void perform(long count) {
    boolean reduces =
        switch (point.operation()) {
          case REDUCE, ALLREDUCE, REDUCE_SCATTER, SCAN, EXSCAN -> true;
          default -> false;
        };
    Reduction reduction = reduces ? Reduction.SUM : null;
    boolean inPlace = point.operation() == Operation.BROADCAST;
    for (long i = 0; i < count; i++) {
      Elements source = buffers.source();
      collectives.run(schedule, source, inPlace ? source : buffers.destination(), reduction);
      buffers.next();
    }
  }
}
