package org.armci4j.collectives;

/** How the values of all ranks become one. Integers wrap on overflow. */
public enum Reduction {
  /** The sum, taken in the order of the ranks, so that rounding is the same every time. */
  SUM,
  /** The smallest value; for floating point as {@link Math#min(double, double)}. */
  MIN,
  /** The largest value; for floating point as {@link Math#max(double, double)}. */
  MAX
}
