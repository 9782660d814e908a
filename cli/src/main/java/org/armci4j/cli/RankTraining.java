package org.armci4j.cli;

import org.armci4j.Accumulation;
import org.armci4j.Armci;
import org.armci4j.GlobalMemory;
import org.armci4j.collectives.Collectives;
import org.armci4j.collectives.Reduction;

/**
 * Does in a rank what most programs do first, for the ahead-of-time cache that the armci command
 * has made of it. Few calls of each kind: a JVM loads all classes of its cache when it starts.
 */
public final class RankTraining {
  private static final int DOUBLES = 16;

  private RankTraining() {}

  /** Runs on two ranks; only the armci script starts this class. */
  public static void main() {
    try (Armci armci = Armci.open()) {
      String place = "rank " + armci.rank() + " of " + armci.size();
      System.out.println("Trains " + place + " over " + armci.transportName());
      int right = (armci.rank() + 1) % armci.size();
      GlobalMemory memory = armci.allocate(8L * DOUBLES);
      double[] values = new double[DOUBLES];
      memory.doubles(right).put(0, values, 0, DOUBLES);
      memory.longs(right).fetchAndAdd(0, 0);
      armci.barrier();
      memory.doubles(right).get(0, values, 0, DOUBLES);
      armci.accumulate(Accumulation.ofDouble(1), memory.local(), memory, right, 0);
      Collectives.of(armci).allreduce(values[0], Reduction.SUM);
      Collectives.of(armci).barrier();
      armci.free(memory);
    }
  }
}
