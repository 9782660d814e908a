package org.armci4j.examples.histogram;

import java.util.List;
import org.armci4j.arrays.LongArray;
import org.armci4j.examples.common.VirtualParts;

/** Adds to one bin after the other, in many virtual threads at once. */
record WordCounter(LongArray counts, int atOnce) implements KeyCounter {
  @Override
  public void count(List<long[]> batches) {
    VirtualParts.run(
        atOnce,
        part -> {
          for (long[] keys : batches) {
            for (int i = part; i < keys.length; i += atOnce) {
              counts.fetchAndAdd(1, keys[i]);
            }
          }
        });
  }
}
