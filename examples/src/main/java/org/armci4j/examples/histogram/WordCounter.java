package org.armci4j.examples.histogram;

import java.util.List;
import org.armci4j.arrays.LongArray;
import org.armci4j.examples.common.VirtualParts;

/** Adds to one bin after the other, in many virtual threads at once. */
record WordCounter(LongArray counts, VirtualParts parts) implements KeyCounter {
  @Override
  public void count(List<long[]> batches) {
    parts.run(
        (first, step) -> {
          for (long[] keys : batches) {
            for (int i = first; i < keys.length; i += step) {
              counts.fetchAndAdd(1, keys[i]);
            }
          }
        });
  }
}
