package org.armci4j.arrays;

/** Computes each element of an array of complex numbers, without an object for each number. */
@FunctionalInterface
public interface ComplexMapping {
  /**
   * Computes the new value of one element.
   *
   * @param index its indices in the whole array; the same object for every element, to be read only
   * @param real the real part of its value
   * @param imaginary the imaginary part of its value
   * @param result takes the new value, which the function must set; the same object for every
   *     element
   */
  void apply(long[] index, double real, double imaginary, ComplexResult result);
}
