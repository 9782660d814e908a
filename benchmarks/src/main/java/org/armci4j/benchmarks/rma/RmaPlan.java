package org.armci4j.benchmarks.rma;

import java.util.Arrays;
import java.util.List;

/**
 * Lists the measurements of one job; the arguments of {@link RmaRank} and of the peers' programs.
 *
 * @param operations names of operations
 * @param sizesBytes sizes for the operations that have one
 * @param repetitions number of repetitions of each operation
 * @param repetitionNanos minimum time of each repetition
 */
record RmaPlan(
    List<String> operations, List<Long> sizesBytes, int repetitions, long repetitionNanos) {

  /** All operations, in the order of the report. */
  static final List<String> OPERATIONS =
      List.of("put", "get", "accumulate", "fetch-add", "signal", "cache-line", "barrier");

  /** Copies the lists. */
  RmaPlan {
    operations = List.copyOf(operations);
    sizesBytes = List.copyOf(sizesBytes);
  }

  /** Returns the plan of the arguments. */
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

  /** Returns the plan as arguments of a program. */
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
