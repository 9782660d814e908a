package org.armci4j.collectives.schedule;

/** The memories that a step names; each run of a schedule says what they are. */
public enum Region {
  /** Data that this rank gives; read only. */
  SOURCE,
  /** Memory for this rank's result. */
  DESTINATION,
  /** Native memory of the schedule's own, {@link Schedule#workBytes} long. */
  WORK,
  /**
   * Where the ranks' destinations lie: a record of {@link Addresses#RECORD_BYTES} for each place,
   * and behind it room for the key of memory that is lent, which goes with it where it is needed.
   * This rank's own is there from the beginning; that of another is to be taken from it before
   * anything is written to its destination.
   */
  ADDRESSES,
  /**
   * A collective buffer of {@link Channels#BUFFER_BYTES}, to which peers write without asking.
   * There are {@link Channels#BUFFERS}, used in turn by the schedules that name this region. No
   * rank may write to the one of this call before the peer has ended the call that used it last. So
   * only those schedules may use it in which every rank hears, directly or through others, of every
   * other's beginning before it ends: a rank in the next such call knows that all have begun this
   * one, and so have ended the one before.
   */
  BUFFER
}
