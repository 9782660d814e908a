package org.armci4j.arrays;

/** Computes each element of an array. */
@FunctionalInterface
public interface ComplexFunction {
  /**
   * Returns the new value of one element.
   *
   * @param index its indices in the whole array; the same object for every element, to be read only
   * @param value its value
   * @return the new value
   */
  Complex apply(long[] index, Complex value);
}
