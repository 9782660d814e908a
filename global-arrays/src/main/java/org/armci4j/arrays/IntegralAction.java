package org.armci4j.arrays;

/** Gets each element of a rank's own block. */
@FunctionalInterface
public interface IntegralAction {
  /**
   * Gets one element.
   *
   * @param index its indices in the whole array; the same object for every element, to be read only
   * @param value its value
   */
  void accept(long[] index, long value);
}
