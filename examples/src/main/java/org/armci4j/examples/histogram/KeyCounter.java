package org.armci4j.examples.histogram;

import java.util.List;

/** A way to count keys in a distributed array. */
interface KeyCounter {
  /** Adds 1 to the bin of each key of this rank; all ranks together. */
  void count(List<long[]> batches);
}
