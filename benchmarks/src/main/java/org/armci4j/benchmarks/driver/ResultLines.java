package org.armci4j.benchmarks.driver;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.armci4j.benchmarks.rank.Stopwatch;
import org.armci4j.benchmarks.report.CallTimes;
import org.armci4j.benchmarks.report.Measurement;
import org.armci4j.bootstrap.text.Text;

/**
 * Writes and reads the output lines of measured programs. The lines are:
 *
 * <ul>
 *   <li>{@code result OPERATION SIZE_BYTES MEDIAN MIN MAX [ALLOCATED_BYTES] [unit=UNIT]
 *       [by=SUBJECT] [p90=PERCENTILE] [calls=P50,P99,P999]}: a figure, in nanoseconds an operation
 *       unless a unit is given; percentiles of repetitions and of single calls
 *   <li>{@code warm}: the figures printed so far were measured too early and do not count
 *   <li>{@code note TEXT}: a remark for the readers of the figures
 *   <li>{@code end}: no more figures follow
 * </ul>
 *
 * <p>Other lines are ignored, as libraries print messages of their own.
 */
public final class ResultLines {
  /** Line behind a program's last figure. */
  static final String END = "end";

  private static final String RESULT = "result ";
  private static final String WARM = "warm";
  private static final String NOTE = "note ";
  private static final String UNIT = "unit=";
  private static final String BY = "by=";
  private static final String P90 = "p90=";
  private static final String CALLS = "calls=";
  private static final int FIXED_WORDS = 6;

  private final List<Measurement> measurements = new ArrayList<>();
  private final List<String> notes = new ArrayList<>();
  private boolean complete;

  private ResultLines() {}

  /**
   * Prints a figure.
   *
   * @param operation its name, without spaces
   * @param sizeBytes number of bytes that the operation moves
   * @param reading its times and its allocation
   */
  public static void print(String operation, long sizeBytes, Stopwatch.Reading reading) {
    print(
        operation,
        sizeBytes,
        new double[] {reading.median(), reading.min(), reading.max(), reading.allocatedBytes()},
        Text.format("%s%.6f", P90, reading.p90()),
        calls(reading.calls()));
  }

  private static String calls(CallTimes times) {
    return times == null
        ? ""
        : Text.format("%s%.6f,%.6f,%.6f", CALLS, times.p50(), times.p99(), times.p999());
  }

  /**
   * Prints a figure.
   *
   * @param operation its name, without spaces
   * @param sizeBytes number of bytes that the operation moves
   * @param figures median, smallest, largest and, if known, the bytes that one operation allocates
   * @param more its unit and its subject, made by {@link #unit} and {@link #by}
   */
  public static void print(String operation, long sizeBytes, double[] figures, String... more) {
    StringBuilder line = new StringBuilder(RESULT).append(operation).append(' ').append(sizeBytes);
    Arrays.stream(figures).forEach(figure -> line.append(Text.format(" %.6f", figure)));
    Arrays.stream(more)
        .filter(word -> !word.isEmpty())
        .forEach(word -> line.append(' ').append(word));
    System.out.println(line);
  }

  /** Prints a remark for the readers of the figures. */
  public static void printNote(String text) {
    System.out.println(NOTE + text);
  }

  /** Prints that the figures so far do not count, as the JIT compilers were still at work. */
  public static void printWarm() {
    System.out.println(WARM);
  }

  /** Prints that no more figures follow. */
  public static void printEnd() {
    System.out.println(END);
  }

  /** Returns the word that names a figure's unit. */
  public static String unit(String name) {
    return UNIT + word(name);
  }

  /** Returns the word that names a figure's subject, if other than the program's own. */
  public static String by(String subject) {
    return BY + word(subject);
  }

  /** Returns the name with hyphens for spaces and commas. */
  public static String word(String name) {
    return name.replaceAll("[ ,]+", "-");
  }

  /** Returns whether a line is a figure. */
  static boolean isResult(String line) {
    return line.startsWith(RESULT);
  }

  /**
   * Reads a program's output.
   *
   * @param subject name of the measured subject
   * @param ranks the program's number of ranks
   * @param lines its output
   * @return its figures
   * @throws IllegalArgumentException when a result line is malformed
   */
  static ResultLines parse(String subject, int ranks, List<String> lines) {
    ResultLines results = new ResultLines();
    for (String line : lines) {
      if (isResult(line)) {
        results.add(subject, ranks, line);
      } else if (line.startsWith(NOTE)) {
        results.notes.add(line.substring(NOTE.length()));
      } else if (line.equals(WARM)) {
        results.measurements.clear();
      } else if (line.equals(END)) {
        results.complete = true;
      }
    }
    return results;
  }

  private void add(String program, int ranks, String line) {
    List<String> words = List.of(line.split(" ", -1));
    if (words.size() < FIXED_WORDS) {
      throw new IllegalArgumentException("not a result of " + program + ": " + line);
    }
    List<String> more = words.subList(FIXED_WORDS, words.size());
    String subject = named(more, BY, program);
    String unit = named(more, UNIT, Measurement.NANOS);
    String operation = words.get(1);
    try {
      long sizeBytes = Long.parseLong(words.get(2));
      measurements.add(
          new Measurement(
              subject,
              operation,
              sizeBytes,
              ranks,
              unit,
              Double.parseDouble(words.get(3)),
              Double.parseDouble(words.get(4)),
              Double.parseDouble(named(more, P90, words.get(5))),
              Double.parseDouble(words.get(5)),
              callTimes(named(more, CALLS, ""))));
      more.stream()
          .filter(word -> word.indexOf('=') < 0)
          .mapToDouble(Double::parseDouble)
          .mapToObj(bytes -> allocation(subject, operation, sizeBytes, ranks, bytes))
          .forEach(measurements::add);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("not a result of " + program + ": " + line, e);
    }
  }

  private static CallTimes callTimes(String text) {
    if (text.isEmpty()) {
      return null;
    }
    double[] times = Arrays.stream(text.split(",", -1)).mapToDouble(Double::parseDouble).toArray();
    return new CallTimes(times[0], times[1], times[2]);
  }

  private static Measurement allocation(
      String subject, String operation, long sizeBytes, int ranks, double bytes) {
    String name = operation + Measurement.ALLOCATION;
    return new Measurement(subject, name, sizeBytes, ranks, Measurement.BYTES, bytes, bytes, bytes);
  }

  private static String named(List<String> words, String prefix, String otherwise) {
    return words.stream()
        .filter(word -> word.startsWith(prefix))
        .map(word -> word.substring(prefix.length()))
        .findFirst()
        .orElse(otherwise);
  }

  List<Measurement> measurements() {
    return List.copyOf(measurements);
  }

  /** Returns the program's remarks on its figures. */
  List<String> notes() {
    return List.copyOf(notes);
  }

  /**
   * Returns whether the program printed its end line. The exit code does not tell, as a library may
   * crash while the program exits.
   */
  boolean isComplete() {
    return complete;
  }
}
