package org.armci4j.benchmarks.report;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * One figure: what an operation took, or allocated.
 *
 * @param subject what was measured: {@code armci4j} or a peer
 * @param operation the operation, in lower case with hyphens
 * @param sizeBytes how much it moved; 0 when it moves nothing
 * @param ranks how many ranks the job had
 * @param unit of the three figures, per operation
 * @param median the middle one
 * @param min the smallest
 * @param max the largest
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

  /** Ends the operation of a figure that says how much garbage the operation makes. */
  public static final String ALLOCATION = "-allocation";

  /** What tells one figure from another, whatever it comes to. */
  record Key(String subject, String operation, long sizeBytes, int ranks, String unit) {}

  Key key() {
    return new Key(subject, operation, sizeBytes, ranks, unit);
  }

  /**
   * Makes one figure of the same figure in several rounds: the median of the medians, and the
   * extremes of the extremes.
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

  /** The middle one of some values, which it sorts. */
  static double median(double[] values) {
    Arrays.sort(values);
    int n = values.length;
    return (values[(n - 1) / 2] + values[n / 2]) / 2;
  }
}
