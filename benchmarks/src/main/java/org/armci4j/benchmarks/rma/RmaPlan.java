package org.armci4j.benchmarks.rma;

import java.util.Arrays;
import java.util.List;

/**
 * What the ranks of one job measure; the arguments of {@link RmaRank} and of the peers' programs.
 *
 * @param operations names of operations
 * @param sizesBytes sizes of those operations that have one
 * @param repetitions how many times each is measured
 * @param repetitionNanos how long each repetition takes at least
 */
record RmaPlan(
    List<String> operations, List<Long> sizesBytes, int repetitions, long repetitionNanos) {

  /** Operations that move as many bytes as they are told. */
  static final List<String> SIZED = List.of("put", "get", "accumulate");

  /** All operations, in the order of the report. */
  static final List<String> OPERATIONS =
      List.of("put", "get", "accumulate", "fetch-add", "signal", "cache-line", "barrier");

  /** Copies the lists. */
  RmaPlan {
    operations = List.copyOf(operations);
    sizesBytes = List.copyOf(sizesBytes);
  }

  /** The arguments back as a plan. */
  static RmaPlan parse(String[] arguments) {
    if (arguments.length != 4) {
      throw new IllegalArgumentException(
          "arguments are OPERATIONS SIZES REPETITIONS REPETITION_NANOS, not "
              + Arrays.toString(arguments));
    }
    return new RmaPlan(
        List.of(arguments[0].split(",", -1)),
        Arrays.stream(arguments[1].split(",", -1)).map(Long::valueOf).toList(),
        Integer.parseInt(arguments[2]),
        Long.parseLong(arguments[3]));
  }

  /** The plan as arguments of a program. */
  List<String> toArguments() {
    return List.of(
        String.join(",", operations),
        String.join(",", sizesBytes.stream().map(String::valueOf).toList()),
        Integer.toString(repetitions),
        Long.toString(repetitionNanos));
  }

  boolean has(String operation) {
    return operations.contains(operation);
  }

  long largestBytes() {
    return sizesBytes.stream().mapToLong(Long::longValue).max().orElse(Long.BYTES);
  }
}
