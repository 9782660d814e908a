package org.armci4j.arrays;

/** Decides about elements of an array of complex numbers. */
@FunctionalInterface
public interface ComplexPredicate {
  /**
   * Returns whether an element meets the condition.
   *
   * @param real its real part
   * @param imaginary its imaginary part
   * @return whether it does
   */
  boolean test(double real, double imaginary);
}
