package org.armci4j.examples.gather;

import org.armci4j.arrays.LongArray;
import org.armci4j.examples.common.VirtualParts;

/** Gets one element after the other, in many virtual threads at once. */
record WordReader(LongArray table, int atOnce) implements TableReader {
  @Override
  public void read(long[] indices, long[] values) {
    VirtualParts.run(
        atOnce,
        part -> {
          for (int i = part; i < indices.length; i += atOnce) {
            values[i] = table.get(indices[i]);
          }
        });
  }
}
