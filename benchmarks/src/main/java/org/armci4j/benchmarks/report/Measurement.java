package org.armci4j.benchmarks.report;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * One figure: an operation's time or allocation, or a number of bytes. The values of a time are
 * those of repetitions, each of which is a mean over many calls.
 *
 * @param subject the measured system: {@code armci4j} or a peer
 * @param operation the operation, in lower case with hyphens
 * @param sizeBytes number of bytes moved; 0 when it moves none
 * @param ranks the job's number of ranks
 * @param unit unit of the three figures, per operation
 * @param median the median
 * @param min the smallest value
 * @param p90 nine tenths of the values are at most this one; the largest value if that is unknown
 * @param max the largest value
 * @param calls percentiles of single calls; null where calls were not timed one by one
 */
public record Measurement(
    String subject,
    String operation,
    long sizeBytes,
    int ranks,
    String unit,
    double median,
    double min,
    double p90,
    double max,
    CallTimes calls) {

  /** Share of the values up to {@link #p90}. */
  public static final double P90 = 0.9;

  /** Nanoseconds. */
  public static final String NANOS = "ns";

  /** Bytes. */
  public static final String BYTES = "B";

  /** Ending of the operation's name in a figure of allocated bytes. */
  public static final String ALLOCATION = "-allocation";

  /**
   * Creates a figure without percentiles, of all values or of single calls.
   *
   * @param subject the measured system
   * @param operation the operation
   * @param sizeBytes number of bytes moved
   * @param ranks the job's number of ranks
   * @param unit unit of the three figures
   * @param median the median
   * @param min the smallest value
   * @param max the largest value
   */
  public Measurement(
      String subject,
      String operation,
      long sizeBytes,
      int ranks,
      String unit,
      double median,
      double min,
      double max) {
    this(subject, operation, sizeBytes, ranks, unit, median, min, max, max, null);
  }

  /**
   * Everything that identifies a figure, without its values.
   *
   * @param subject the measured system
   * @param operation the operation
   * @param sizeBytes number of bytes moved
   * @param ranks the job's number of ranks
   * @param unit the unit
   */
  public record Key(String subject, String operation, long sizeBytes, int ranks, String unit) {
    /**
     * Returns the same figure of another subject.
     *
     * @param other the subject
     */
    public Key of(String other) {
      return new Key(other, operation, sizeBytes, ranks, unit);
    }
  }

  /** Returns what identifies the figure. */
  public Key key() {
    return new Key(subject, operation, sizeBytes, ranks, unit);
  }

  /**
   * Returns whether nearly all values of one figure lie on one side of nearly all of another: the
   * ranges from {@link #min} to {@link #p90} have nothing in common. Values that are all equal have
   * no range, so they are apart from no others.
   *
   * @param other a figure of the same unit
   */
  public boolean isApartFrom(Measurement other) {
    boolean haveRanges = min < max && other.min < other.max;
    return haveRanges && (min > other.p90 || other.min > p90);
  }

  /**
   * Merges the figures of several rounds: the median of the medians, the smallest minimum, the
   * largest of the other two, and the medians of the percentiles of single calls.
   *
   * @param rounds at least one, all of one subject, operation, size, number of ranks and unit
   * @return the figure of all rounds
   */
  public static Measurement merge(List<Measurement> rounds) {
    Measurement first = rounds.getFirst();
    return new Measurement(
        first.subject,
        first.operation,
        first.sizeBytes,
        first.ranks,
        first.unit,
        median(rounds.stream().mapToDouble(Measurement::median).toArray()),
        extreme(rounds, Measurement::min, Comparator.naturalOrder()),
        extreme(rounds, Measurement::p90, Comparator.reverseOrder()),
        extreme(rounds, Measurement::max, Comparator.reverseOrder()),
        CallTimes.merge(rounds));
  }

  private static double extreme(
      List<Measurement> rounds, ToDoubleFunction<Measurement> figure, Comparator<Double> order) {
    return rounds.stream().map(figure::applyAsDouble).min(order).orElseThrow();
  }

  /** Returns the median of some values, which it sorts. */
  static double median(double[] values) {
    Arrays.sort(values);
    int n = values.length;
    return (values[(n - 1) / 2] + values[n / 2]) / 2;
  }
}
