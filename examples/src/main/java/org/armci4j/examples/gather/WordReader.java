package org.armci4j.examples.gather;

import org.armci4j.arrays.LongArray;
import org.armci4j.examples.common.VirtualParts;

/** Gets one element after the other, in many virtual threads at once. */
record WordReader(LongArray table, VirtualParts parts) implements TableReader {
  @Override
  public void read(long[] indices, long[] values) {
    parts.run(
        (first, step) -> {
          for (int i = first; i < indices.length; i += step) {
            values[i] = table.get(indices[i]);
          }
        });
  }
}
