package org.armci4j.examples.histogram;

import java.util.Arrays;
import java.util.List;
import org.armci4j.arrays.LongArray;

/** Adds to the bins of a batch by one list. */
record ListCounter(LongArray counts) implements KeyCounter {
  @Override
  public void count(List<long[]> batches) {
    for (long[] keys : batches) {
      long[] ones = new long[keys.length];
      Arrays.fill(ones, 1);
      counts.accumulateElements(keys, ones); // which may name a bin several times
    }
  }
}
