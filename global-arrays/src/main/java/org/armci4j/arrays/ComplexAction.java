package org.armci4j.arrays;

/** Gets elements of an array of complex numbers. */
@FunctionalInterface
public interface ComplexAction {
  /**
   * Gets one element.
   *
   * @param index its indices in the whole array; the same object for every element, to be read only
   * @param real its real part
   * @param imaginary its imaginary part
   */
  void accept(long[] index, double real, double imaginary);
}
