package org.armci4j.lab.twins;

import org.armci4j.collectives.Combiner;
import org.armci4j.collectives.Elements;
import org.armci4j.collectives.schedule.Schedule;

/** Runs schedules by one mechanism. */
interface ScheduleRunner {
  /**
   * Runs a schedule to its end. Collective.
   *
   * @param combiner for its combining steps; may be null where there are none
   */
  void run(Schedule schedule, Elements source, Elements destination, Combiner combiner);
}
