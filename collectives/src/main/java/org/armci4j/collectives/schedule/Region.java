package org.armci4j.collectives.schedule;

/** The memories that a step names; which they are is said when the schedule runs. */
public enum Region {
  /** What this rank gives; read only. */
  SOURCE,
  /** Where this rank's result goes. */
  DESTINATION,
  /** Native memory of the schedule's own, {@link Schedule#workBytes} long. */
  WORK
}
