package org.armci4j.examples.gather;

/** A way to read elements of a distributed table. */
interface TableReader {
  /** Reads the element of each index; all ranks together. */
  void read(long[] indices, long[] values);
}
