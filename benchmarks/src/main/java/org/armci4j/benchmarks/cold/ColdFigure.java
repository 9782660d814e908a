package org.armci4j.benchmarks.cold;

/** What is told of one operation. */
enum ColdFigure {
  /** The first call. */
  FIRST("first", "first call us", 1e3),

  /** The mean of the first thousand. */
  SOON("first-1000", "mean of 1,000 us", 1e3),

  /** The mean of the first twenty thousand. */
  LATER("first-20000", "mean of 20,000 us", 1e3),

  /** One call when all is compiled. */
  SETTLED("settled", "settled ns", 1),

  /** The time of all calls before that. */
  SETTLING("settling", "settled after ms", 1e6);

  private final String label;
  private final String heading;
  private final double unitNanos;

  ColdFigure(String label, String heading, double unitNanos) {
    this.label = label;
    this.heading = heading;
    this.unitNanos = unitNanos;
  }

  /** As the report calls it. */
  String nameOf(ColdPoint point) {
    return point.operation() + "-" + label;
  }

  /** Of its column, with the unit. */
  String heading() {
    return heading;
  }

  /** In that unit. */
  double inUnits(double nanos) {
    return nanos / unitNanos;
  }
}
