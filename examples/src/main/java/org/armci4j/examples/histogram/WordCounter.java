package org.armci4j.examples.histogram;

import java.util.List;
import org.armci4j.arrays.LongArray;

/** Adds to one bin after the other. */
record WordCounter(LongArray counts) implements KeyCounter {
  @Override
  public void count(List<long[]> batches) {
    for (long[] keys : batches) {
      for (long key : keys) {
        counts.fetchAndAdd(1, key);
      }
    }
  }
}
