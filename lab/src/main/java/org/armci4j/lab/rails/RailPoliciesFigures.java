package org.armci4j.lab.rails;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.armci4j.benchmarks.report.TextTable;
import org.armci4j.bootstrap.text.Text;

/** The table of {@link RailPoliciesBenchmark}. */
final class RailPoliciesFigures {
  static final String SEQUENTIAL = "sequential";
  static final String RANDOM = "random";
  static final String EQUAL = "equal";
  static final String SLOWED = "slowed";

  private static final int PERCENT = 100;

  private final Function<String, Map<Long, Double>> figures;

  /**
   * One cell.
   *
   * @param pattern what ranks do
   * @param placement where they are
   * @param policy how transfers are divided
   * @param rates of the rails
   */
  record Cell(String pattern, String placement, String policy, String rates) {
    /** The name of its rates, in MB/s. */
    String rate() {
      return String.join(", ", pattern, placement, policy, rates);
    }

    /** The name of the shares of what left the rails that went through the second one. */
    String share() {
      return rate() + ", share of the second rail";
    }
  }

  /**
   * @param figures those of a name, one a round or a pass
   */
  RailPoliciesFigures(Function<String, Map<Long, Double>> figures) {
    this.figures = figures;
  }

  /** The table. */
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

  /** The middle one, or between the two middle ones. */
  private double median(String name) {
    double[] sorted =
        figures.apply(name).values().stream().mapToDouble(value -> value).sorted().toArray();
    int length = sorted.length;
    return length == 0 ? Double.NaN : (sorted[(length - 1) / 2] + sorted[length / 2]) / 2;
  }
}
