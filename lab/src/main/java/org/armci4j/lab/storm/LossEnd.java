package org.armci4j.lab.storm;

/** Names the end of a job that lost ranks. */
enum LossEnd {
  /** With exit code 0 and the checksum of a job that lost nobody. */
  RIGHT(false),

  /** Before the signals. */
  MISSED(false),

  /** A rank was lost before all had opened their runtime, so the job ended. */
  NOT_BEGUN(false),

  /** A rank was lost when another had ended, which no new process could meet; so the job failed. */
  NOT_MET(false),

  /** A rank and its partner on another host were lost before the others had saved anew. */
  NO_COPY(false),

  /** With exit code 0, but the rank that prints the result died behind the last agreement. */
  UNPRINTED(false),

  /** UCX ended ranks by an assertion of its own, and the others could not go on. */
  UCX_DIED(false),

  /** With another checksum. */
  WRONG(true),

  /** A loss or the next progress came too late, or processes or files were left. */
  LATE(true),

  /** In any other way. */
  FAILED(true);

  private final boolean fault;

  LossEnd(boolean fault) {
    this.fault = fault;
  }

  /** Returns whether it is a fault of the system. */
  boolean isFault() {
    return fault;
  }
}
