package org.armci4j.examples.gather;

import java.util.Arrays;
import org.armci4j.arrays.LongArray;

/** Gets the elements of a batch by one list. */
record ListReader(LongArray table, int batch) implements TableReader {
  @Override
  public void read(long[] indices, long[] values) {
    for (int from = 0; from < indices.length; from += batch) {
      int count = Math.min(batch, indices.length - from);
      long[] some = new long[count];
      table.getElements(Arrays.copyOfRange(indices, from, from + count), some);
      System.arraycopy(some, 0, values, from, count);
    }
  }
}
