package org.armci4j.benchmarks.cold;

/** Figures of one operation. */
enum ColdFigure {
  /** The time of the first call. */
  FIRST("first", "first call us", 1e3),

  /** The mean of the first thousand calls. */
  SOON("first-1000", "mean of 1,000 us", 1e3),

  /** The mean of the first twenty thousand calls. */
  LATER("first-20000", "mean of 20,000 us", 1e3),

  /** The time of one call when all code is compiled. */
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

  /** Returns the name of a point's figure in the report. */
  String nameOf(ColdPoint point) {
    return point.operation() + "-" + label;
  }

  /** Returns the heading of the figure's column, with its unit. */
  String heading() {
    return heading;
  }

  /** Converts nanoseconds to the unit of the heading. */
  double inUnits(double nanos) {
    return nanos / unitNanos;
  }
}
