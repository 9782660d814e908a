package org.armci4j.benchmarks.memory;

import java.util.List;
import org.armci4j.Armci;
import org.armci4j.GlobalMemory;
import org.armci4j.benchmarks.driver.ResultLines;
import org.armci4j.benchmarks.report.Measurement;
import org.armci4j.collectives.Collectives;
import org.armci4j.collectives.Reduction;

/**
 * Runs on every rank of a measured job: each puts a word into the memory of all ranks, so that all
 * connections exist, and looks at its memory. Rank 0 prints the means over all ranks.
 */
public final class MemoryRank {
  private static final long WORD_BYTES = Long.BYTES;

  private MemoryRank() {}

  /**
   * Runs on one rank.
   *
   * @param args the transport's name, which begins the names of the figures; without one, they have
   *     no beginning
   */
  public static void main(String[] args) {
    try (Armci armci = Armci.open()) {
      GlobalMemory words = armci.allocate(WORD_BYTES * armci.size());
      for (int rank = 0; rank < armci.size(); rank++) {
        armci.putLong(words, rank, WORD_BYTES * armci.rank(), 1);
      }
      armci.fenceAll();
      armci.barrier();
      RankMemory memory = RankMemory.now();
      double[] sums = {memory.resident(), memory.shared(), memory.heap()};
      Collectives.of(armci).allreduce(sums, Reduction.SUM);
      if (armci.rank() == 0) {
        print(args.length > 0 ? args[0] + "-" : "", sums, armci.size());
      }
      armci.free(words);
    }
  }

  private static void print(String prefix, double[] sums, int ranks) {
    List<String> names = MemoryBenchmark.OPERATIONS;
    for (int i = 0; i < names.size(); i++) {
      double mean = sums[i] / ranks;
      ResultLines.print(
          prefix + names.get(i),
          0,
          new double[] {mean, mean, mean},
          ResultLines.unit(Measurement.BYTES));
    }
    ResultLines.printEnd();
  }
}
