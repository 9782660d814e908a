package org.armci4j.benchmarks.irregular;

import java.util.List;
import org.armci4j.bootstrap.text.Text;

/**
 * One measured operation.
 *
 * @param operation one of {@link #OPERATIONS}, or an application
 * @param words number of words of the table on each rank, a power of two; 0 of an application
 */
record IrregularPoint(String operation, int words) {
  /** The operations, in the order of the report. */
  static final List<String> OPERATIONS =
      List.of(
          "histogram",
          "histogram-batches",
          "histogram-stream",
          "gather",
          "gather-batches",
          "gather-requests",
          "gather-virtual-threads");

  private static final String SEPARATOR = ":";
  private static final int KIBI = 1024;

  /** Returns the point's name: the operation and the bytes of the table on each rank, if any. */
  String name() {
    if (words == 0) {
      return operation;
    }
    long kibibytes = (long) words * Long.BYTES / KIBI;
    return kibibytes < KIBI
        ? Text.format("%s-%dK", operation, kibibytes)
        : Text.format("%s-%dM", operation, kibibytes / KIBI);
  }

  /** Returns the point as an argument of {@link IrregularRank} and of the peer's program. */
  String toArgument() {
    return String.join(SEPARATOR, name(), operation, Integer.toString(words));
  }

  /** Returns the point of such an argument. */
  static IrregularPoint parse(String argument) {
    String[] parts = argument.split(SEPARATOR, -1);
    return new IrregularPoint(parts[1], Integer.parseInt(parts[2]));
  }
}
