package org.armci4j.benchmarks.driver;

import java.util.ArrayList;
import java.util.List;
import org.armci4j.benchmarks.report.Measurement;

/**
 * Reads what a measured program prints: lines {@code result OPERATION SIZE_BYTES MEDIAN MIN MAX
 * [ALLOCATED_BYTES]}, times in nanoseconds an operation, {@code note TEXT} where a reader of the
 * figures should know something, and {@code end} after the last. Other lines are a library's
 * chatter and are passed over.
 */
public final class ResultLines {
  private static final String RESULT = "result ";
  private static final String NOTE = "note ";

  /** What a program prints behind its last figure. */
  static final String END = "end";

  private final List<Measurement> measurements = new ArrayList<>();
  private final List<String> notes = new ArrayList<>();
  private boolean complete;

  private ResultLines() {}

  /**
   * Reads a program's output.
   *
   * @param subject what it measured
   * @param ranks how many ranks it had
   * @param lines its output
   * @return its figures
   * @throws IllegalArgumentException when a result line is not as it should be
   */
  static ResultLines parse(String subject, int ranks, List<String> lines) {
    ResultLines results = new ResultLines();
    for (String line : lines) {
      if (line.startsWith(RESULT)) {
        results.add(subject, ranks, line);
      } else if (line.startsWith(NOTE)) {
        results.notes.add(line.substring(NOTE.length()));
      } else if (line.equals(END)) {
        results.complete = true;
      }
    }
    return results;
  }

  private void add(String subject, int ranks, String line) {
    String[] words = line.split(" ", -1);
    if (words.length != 6 && words.length != 7) {
      throw new IllegalArgumentException("not a result of " + subject + ": " + line);
    }
    try {
      String operation = words[1];
      long sizeBytes = Long.parseLong(words[2]);
      measurements.add(
          new Measurement(
              subject,
              operation,
              sizeBytes,
              ranks,
              Measurement.NANOS,
              Double.parseDouble(words[3]),
              Double.parseDouble(words[4]),
              Double.parseDouble(words[5])));
      if (words.length == 7) {
        double bytes = Double.parseDouble(words[6]);
        String allocation = operation + Measurement.ALLOCATION;
        measurements.add(
            new Measurement(
                subject, allocation, sizeBytes, ranks, Measurement.BYTES, bytes, bytes, bytes));
      }
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("not a result of " + subject + ": " + line, e);
    }
  }

  List<Measurement> measurements() {
    return List.copyOf(measurements);
  }

  /** What the program says about its figures. */
  List<String> notes() {
    return List.copyOf(notes);
  }

  /**
   * Whether the program came to its end; its exit code does not tell, as a library may crash after.
   */
  boolean isComplete() {
    return complete;
  }
}
