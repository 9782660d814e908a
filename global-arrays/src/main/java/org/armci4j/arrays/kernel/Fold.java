package org.armci4j.arrays.kernel;

/** What {@link FoldSums} make of many floating-point numbers: one number of a term of each. */
public enum Fold {
  /** The sum of the products of two numbers each. */
  DOT,
  SUM,
  /** The sum of the absolute values. */
  ABSOLUTES,
  MIN,
  MAX;

  /** Returns the result of no numbers, which changes no other result. */
  double none() {
    return this == MIN ? Double.POSITIVE_INFINITY : this == MAX ? Double.NEGATIVE_INFINITY : 0;
  }

  /** Returns the term of two numbers; all but {@link #DOT} take the first one alone. */
  double term(double first, double second) {
    return this == DOT ? first * second : this == ABSOLUTES ? Math.abs(first) : first;
  }

  /** Returns one number of two terms, or of two results. */
  double combine(double one, double other) {
    return this == MIN ? Math.min(one, other) : this == MAX ? Math.max(one, other) : one + other;
  }
}
