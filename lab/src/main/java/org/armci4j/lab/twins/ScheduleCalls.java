package org.armci4j.lab.twins;

import org.armci4j.Armci;
import org.armci4j.benchmarks.collectives.PointBuffers;
import org.armci4j.benchmarks.collectives.PointCalls;
import org.armci4j.collectives.Combiner;
import org.armci4j.collectives.ElementType;
import org.armci4j.collectives.Elements;
import org.armci4j.collectives.Operation;
import org.armci4j.collectives.Reduction;
import org.armci4j.collectives.algorithm.Shape;
import org.armci4j.collectives.schedule.Schedule;
import org.armci4j.lab.thesis.ThesisAlgorithms;

/** Makes the calls of a point. Builds the schedule once, as the calls of the collectives do. */
final class ScheduleCalls implements PointCalls {
  private static final int ROOT = 0;

  private final ScheduleRunner runner;
  private final PointBuffers buffers;
  private final Schedule schedule;
  private final boolean inPlace;

  /** Null for operations that combine nothing. */
  private final Combiner combiner;

  ScheduleCalls(Armci armci, TwinPoint point, ScheduleRunner runner, PointBuffers buffers) {
    this.runner = runner;
    this.buffers = buffers;
    this.schedule = schedule(armci, point);
    this.inPlace = point.operation() == Operation.BROADCAST;
    this.combiner =
        switch (point.operation()) {
          case REDUCE, ALLREDUCE, REDUCE_SCATTER, SCAN, EXSCAN ->
              Reduction.SUM.combiner(ElementType.DOUBLE);
          default -> null;
        };
  }

  private static Schedule schedule(Armci armci, TwinPoint point) {
    int elementBytes = ElementType.DOUBLE.sizeBytes();
    long count = point.sizeBytes() / elementBytes;
    Shape shape =
        new Shape(point.operation(), armci.rank(), armci.size(), ROOT, count, elementBytes);
    return ThesisAlgorithms.find(point.operation(), point.algorithm()).builder().apply(shape);
  }

  @Override
  public void perform(long count) {
    for (long i = 0; i < count; i++) {
      call(buffers);
      buffers.next();
    }
  }

  /** Makes one call with other buffers. */
  void call(PointBuffers others) {
    Elements source = others.source();
    runner.run(schedule, source, inPlace ? source : others.destination(), combiner);
  }
}
