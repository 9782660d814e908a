package org.armci4j.lab.rails;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.armci4j.benchmarks.report.TextTable;
import org.armci4j.bootstrap.text.Text;

/** Makes the table of {@link RailPoliciesBenchmark}. */
final class RailPoliciesFigures {
  static final String SEQUENTIAL = "sequential";
  static final String RANDOM = "random";
  static final String EQUAL = "equal";
  static final String SLOWED = "slowed";

  private static final int PERCENT = 100;

  private final Function<String, Map<Long, Double>> figures;

  /**
   * One cell of the table.
   *
   * @param pattern pattern of the ranks
   * @param placement placement of the ranks
   * @param policy policy of dividing transfers
   * @param rates rates of the rails
   */
  record Cell(String pattern, String placement, String policy, String rates) {
    /** Returns the name of the cell's rates, in MB/s. */
    String rate() {
      return String.join(", ", pattern, placement, policy, rates);
    }

    /** Returns the name of the second rail's shares of the bytes that left the rails. */
    String share() {
      return rate() + ", share of the second rail";
    }
  }

  /**
   * Creates the table's source.
   *
   * @param figures returns the figures of a name, one for each round or pass
   */
  RailPoliciesFigures(Function<String, Map<Long, Double>> figures) {
    this.figures = figures;
  }

  /** Returns the table. */
  TextTable table() {
    TextTable table = new TextTable();
    table.add(
        List.of("", "placement", "policy", "equal", "times", "% 2nd", "slowed", "times", "% 2nd"));
    for (RailPattern pattern : RailPattern.values()) {
      for (String placement : List.of(SEQUENTIAL, RANDOM)) {
        for (RailPolicy policy : RailPolicy.values()) {
          table.add(line(pattern.label(), placement, policy.label()));
        }
      }
    }
    return table;
  }

  private List<String> line(String pattern, String placement, String policy) {
    Cell equal = new Cell(pattern, placement, policy, EQUAL);
    Cell slowed = new Cell(pattern, placement, policy, SLOWED);
    return List.of(
        pattern,
        placement,
        policy,
        RailsJob.text(median(equal.rate())),
        RailsJob.text(times(equal)),
        percent(equal),
        RailsJob.text(median(slowed.rate())),
        RailsJob.text(times(slowed)),
        percent(slowed));
  }

  private double times(Cell cell) {
    Cell one = new Cell(cell.pattern(), cell.placement(), RailPolicy.ONE.label(), cell.rates());
    return median(cell.rate()) / median(one.rate());
  }

  private String percent(Cell cell) {
    return Text.format("%.0f", PERCENT * median(cell.share()));
  }

  /** Returns the median, the mean of the two middle values if there are two. */
  private double median(String name) {
    double[] sorted =
        figures.apply(name).values().stream().mapToDouble(value -> value).sorted().toArray();
    int length = sorted.length;
    return length == 0 ? Double.NaN : (sorted[(length - 1) / 2] + sorted[length / 2]) / 2;
  }
}
