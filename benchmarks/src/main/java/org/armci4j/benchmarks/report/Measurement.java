package org.armci4j.benchmarks.report;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * One figure: an operation's time or allocation.
 *
 * @param subject the measured system: {@code armci4j} or a peer
 * @param operation the operation, in lower case with hyphens
 * @param sizeBytes number of bytes moved; 0 when it moves none
 * @param ranks the job's number of ranks
 * @param unit unit of the three figures, per operation
 * @param median the median
 * @param min the smallest value
 * @param max the largest value
 */
public record Measurement(
    String subject,
    String operation,
    long sizeBytes,
    int ranks,
    String unit,
    double median,
    double min,
    double max) {

  /** Nanoseconds. */
  public static final String NANOS = "ns";

  /** Bytes. */
  public static final String BYTES = "B";

  /** Ending of the operation's name in a figure of allocated bytes. */
  public static final String ALLOCATION = "-allocation";

  /** Everything that identifies a figure, without its values. */
  record Key(String subject, String operation, long sizeBytes, int ranks, String unit) {}

  Key key() {
    return new Key(subject, operation, sizeBytes, ranks, unit);
  }

  /**
   * Merges the figures of several rounds: the median of the medians, the smallest minimum and the
   * largest maximum.
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
        extreme(rounds, Measurement::max, Comparator.reverseOrder()));
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
