package org.armci4j.lab.twins;

import org.armci4j.benchmarks.collectives.CollectivePoint;
import org.armci4j.collectives.Operation;

/**
 * One algorithm by one mechanism.
 *
 * @param operation the collective
 * @param sizeBytes bytes of one rank's part, as in the suite of collectives
 * @param algorithm its name
 * @param byMessages whether it runs over messages instead of puts
 */
public record TwinPoint(Operation operation, long sizeBytes, String algorithm, boolean byMessages) {
  private static final String SEPARATOR = ":";
  private static final String MESSAGES = "-messages";

  /** Returns the name in the report. */
  String name() {
    return operation.label() + "-" + algorithm + (byMessages ? MESSAGES : "");
  }

  /** Returns the same point by the other mechanism. */
  TwinPoint twin() {
    return new TwinPoint(operation, sizeBytes, algorithm, !byMessages);
  }

  /** Returns the library's call with this algorithm. */
  CollectivePoint libraryPoint() {
    return new CollectivePoint(
        operation, sizeBytes, algorithm, CollectivePoint.Kind.LIBRARY, false);
  }

  String toArgument() {
    return String.join(
        SEPARATOR,
        operation.label(),
        Long.toString(sizeBytes),
        algorithm,
        Boolean.toString(byMessages));
  }

  static TwinPoint parse(String argument) {
    String[] words = argument.split(SEPARATOR, -1);
    return new TwinPoint(
        CollectivePoint.operation(words[0]),
        Long.parseLong(words[1]),
        words[2],
        Boolean.parseBoolean(words[3]));
  }
}
