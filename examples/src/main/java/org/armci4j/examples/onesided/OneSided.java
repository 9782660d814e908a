package org.armci4j.examples.onesided;

import java.lang.foreign.MemorySegment;
import org.armci4j.Armci;
import org.armci4j.GlobalMemory;

/** Put, get, fetch-and-add and a barrier on one screen. */
public final class OneSided {
  private static final long COUNTER = 0; // a word in rank 0's block
  private static final long VALUES = 8; // then one double for each rank

  private OneSided() {}

  /** Runs on one rank. */
  public static void main() {
    try (Armci armci = Armci.open()) {
      int me = armci.rank();
      int right = (me + 1) % armci.size();
      GlobalMemory memory = armci.allocate(VALUES + 8L * armci.size());

      // Put: write a value into the right neighbour's block, without its taking part.
      armci.putDouble(memory, right, VALUES + 8L * me, Math.sqrt(me));

      // Fetch-and-add: each rank draws a ticket from the counter of rank 0.
      long ticket = armci.fetchAndAdd(memory, 0, COUNTER, 1);

      // Barrier: all puts of all ranks are in place behind it.
      armci.barrier();

      // Get: read back the neighbour's whole block, into an ordinary array.
      double[] block = new double[1 + armci.size()];
      armci.get(memory, right, 0, MemorySegment.ofArray(block));
      System.out.println("rank " + me + " drew ticket " + ticket + " and reads " + block[1 + me]);

      armci.free(memory);
    }
  }
}
