package org.armci4j.benchmarks.cold;

import java.util.List;

/**
 * A call that is measured from its first time on, in JVMs that have called nothing else.
 *
 * @param operation its name
 * @param sizeBytes number of bytes that it moves
 */
record ColdPoint(String operation, long sizeBytes) {
  /** The points of the suite, in the order of the report. */
  static final List<ColdPoint> ALL =
      List.of(
          new ColdPoint("put", 8),
          new ColdPoint("put", 512),
          new ColdPoint("put", 64 << 10),
          new ColdPoint("get", 8),
          new ColdPoint("accumulate", 64),
          new ColdPoint("accumulate", 4096),
          new ColdPoint("put-rows", 4096),
          new ColdPoint("fetch-add", 8),
          new ColdPoint("signal", 8),
          new ColdPoint("barrier", 0),
          new ColdPoint("broadcast", 8),
          new ColdPoint("allreduce", 8),
          new ColdPoint("allreduce", 4096),
          new ColdPoint("allreduce", 64 << 10),
          new ColdPoint("alltoall", 40));

  private static final String SEPARATOR = ":";

  /** Returns the point as an argument of {@link ColdRank}. */
  String toArgument() {
    return operation + SEPARATOR + sizeBytes;
  }

  /** Returns the point of such an argument. */
  static ColdPoint parse(String argument) {
    String[] words = argument.split(SEPARATOR, -1);
    return new ColdPoint(words[0], Long.parseLong(words[1]));
  }
}
