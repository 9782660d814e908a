package org.armci4j.lab.twins;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.armci4j.Armci;
import org.armci4j.collectives.Combiner;
import org.armci4j.collectives.Elements;
import org.armci4j.collectives.schedule.Channels;
import org.armci4j.collectives.schedule.Execution;
import org.armci4j.collectives.schedule.Schedule;

/** Runs schedules over puts with signals, as the calls of the collectives do. */
final class PutExecution implements ScheduleRunner, AutoCloseable {
  private final Channels channels;
  private final Execution execution;
  private MemorySegment work = MemorySegment.NULL;

  /** Allocates the channels. Collective over all ranks. */
  PutExecution(Armci armci) {
    this.channels = new Channels(armci, armci.world());
    this.execution = new Execution(armci, armci.world(), channels);
  }

  @Override
  public void run(Schedule schedule, Elements source, Elements destination, Combiner combiner) {
    if (work.byteSize() < Math.max(1, schedule.workBytes())) {
      work = Arena.ofAuto().allocate(Math.max(1, schedule.workBytes()), 64);
    }
    execution.start(schedule, source, destination, work, combiner);
    execution.await();
  }

  /** Frees the channels. Collective over all ranks. */
  @Override
  public void close() {
    channels.close();
    execution.close();
  }
}
