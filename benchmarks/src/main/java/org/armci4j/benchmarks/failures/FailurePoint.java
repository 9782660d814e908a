package org.armci4j.benchmarks.failures;

import java.util.List;

/**
 * One measured call.
 *
 * @param operation one of {@link #OPERATIONS}
 * @param sizeBytes number of bytes that a rank moves; 0 when it moves none
 */
record FailurePoint(String operation, long sizeBytes) {
  static final String BARRIER = "barrier";
  static final String PUT = "put";
  static final String GET = "get";
  static final String ALLREDUCE = "allreduce";

  /**
   * A save of a partner checkpoint by all ranks, until the copies are at the partners. All blocks
   * have changed in their first word, as the values of a solver do.
   */
  static final String SAVE = "save";

  /** The same, with blocks that have changed in their last word alone: the dearest comparison. */
  static final String SAVE_LATE = "save-late";

  /** A put of as many bytes by all ranks to their partners, and a fence. */
  static final String PUT_BY_ALL = "put-by-all";

  /** The operations, in the order of the report. */
  static final List<String> OPERATIONS =
      List.of(BARRIER, PUT, GET, ALLREDUCE, PUT_BY_ALL, SAVE, SAVE_LATE);

  /** All points. */
  static final List<FailurePoint> ALL =
      List.of(
          new FailurePoint(BARRIER, 0),
          new FailurePoint(PUT, 8),
          new FailurePoint(GET, 8),
          new FailurePoint(ALLREDUCE, 8),
          new FailurePoint(ALLREDUCE, 64 << 10),
          new FailurePoint(PUT_BY_ALL, 1 << 20),
          new FailurePoint(SAVE, 1 << 20),
          new FailurePoint(SAVE_LATE, 1 << 20),
          new FailurePoint(PUT_BY_ALL, 16 << 20),
          new FailurePoint(SAVE, 16 << 20),
          new FailurePoint(SAVE_LATE, 16 << 20),
          new FailurePoint(PUT_BY_ALL, 64 << 20),
          new FailurePoint(SAVE, 64 << 20),
          new FailurePoint(SAVE_LATE, 64 << 20));

  /** Returns whether an operation is a save of a partner checkpoint. */
  static boolean isSave(String operation) {
    return operation.equals(SAVE) || operation.equals(SAVE_LATE);
  }

  private static final String SEPARATOR = ":";

  /** Returns the point as an argument of {@link FailuresRank}. */
  String toArgument() {
    return operation + SEPARATOR + sizeBytes;
  }

  /** Returns the point of such an argument. */
  static FailurePoint parse(String argument) {
    String[] words = argument.split(SEPARATOR, -1);
    return new FailurePoint(words[0], Long.parseLong(words[1]));
  }
}
