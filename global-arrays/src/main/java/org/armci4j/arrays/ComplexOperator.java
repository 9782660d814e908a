package org.armci4j.arrays;

/** Combines elements of two arrays of complex numbers, without an object for each number. */
@FunctionalInterface
public interface ComplexOperator {
  /**
   * Computes the new value of one element.
   *
   * @param real the real part of the first operand
   * @param imaginary the imaginary part of the first operand
   * @param otherReal the real part of the second operand
   * @param otherImaginary the imaginary part of the second operand
   * @param result takes the new value, which the function must set; the same object for every
   *     element
   */
  void apply(
      double real, double imaginary, double otherReal, double otherImaginary, ComplexResult result);
}
