package org.armci4j.examples.onesided;

import org.armci4j.Armci;
import org.armci4j.GlobalMemory;

/** Shows put, get, fetch-and-add and a barrier on one screen. */
public final class OneSided {
  private static final int COUNTER = 0; // an element of rank 0's block, of 8 bytes
  private static final int VALUES = 1; // then one double for each rank

  private OneSided() {}

  /** Runs on one rank. */
  public static void main() {
    try (Armci armci = Armci.open()) {
      int me = armci.rank();
      int right = (me + 1) % armci.size();
      GlobalMemory memory = armci.allocate(8L * (VALUES + armci.size()));

      // Put: write a value into the right neighbour's block, without its taking part.
      memory.doubles(right).put(VALUES + me, Math.sqrt(me));

      // Fetch-and-add: each rank draws a ticket from the counter of rank 0.
      long ticket = memory.longs(0).fetchAndAdd(COUNTER, 1);

      // Barrier: all puts of all ranks are in place behind it.
      armci.barrier();

      // Get: read back all values of the neighbour's block, into an ordinary array.
      double[] values = new double[armci.size()];
      memory.doubles(right).get(VALUES, values, 0, values.length);
      System.out.println("rank " + me + " drew ticket " + ticket + " and reads " + values[me]);

      armci.free(memory);
    }
  }
}
