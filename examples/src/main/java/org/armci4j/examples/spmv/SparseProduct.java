package org.armci4j.examples.spmv;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.IntStream;
import org.armci4j.Armci;
import org.armci4j.GlobalMemory;
import org.armci4j.collectives.Collectives;
import org.armci4j.collectives.Reduction;
import org.armci4j.strided.Strided;
import org.armci4j.strided.TransferPlan;

/** Computes x = A x again and again: two entries of 1/2 in each row, in columns of any rank. */
public final class SparseProduct {
  private static final int N = 1200;

  private SparseProduct() {}

  /** Runs on one rank. */
  public static void main() {
    try (Armci armci = Armci.open()) {
      int block = (N + armci.size() - 1) / armci.size(); // rows of each rank, fewer of the last
      int first = Math.min(N, armci.rank() * block);
      double[] own = new double[Math.min(N, first + block) - first];
      GlobalMemory memory = armci.allocate(2 * 8L * block); // x of even steps and of odd ones
      memory.doubles(armci.rank()).put(0, first == 0 ? N : 0); // all weight is in x[0]
      double[] needed = new double[2 * own.length]; // the element of x for each entry
      TransferPlan[] plans = new TransferPlan[armci.size()]; // one for the elements of each rank
      Arrays.setAll(plans, rank -> plan(rank, 2 * first, needed.length, block));
      armci.barrier();
      for (int step = 0; step < 60; step++) {
        MemorySegment x = MemorySegment.ofArray(needed);
        for (int rank = 0; rank < armci.size(); rank++) {
          long half = step % 2 * 8L * block;
          Strided.of(armci).nbGet(memory, rank, half, x, 0, plans[rank], armci.implicit());
        }
        armci.awaitAll();
        Arrays.setAll(own, row -> (needed[2 * row] + needed[2 * row + 1]) / 2);
        memory.doubles(armci.rank()).put((step + 1L) % 2 * block, own, 0, own.length);
        armci.barrier(); // all have read one half and written the other
      }
      double sum = Collectives.of(armci).allreduce(Arrays.stream(own).sum(), Reduction.SUM);
      System.out.printf(
          Locale.ROOT, "rank %d: after 60 products x sums to %.6f%n", armci.rank(), sum);
    }
  }

  /**
   * Plans gets of {@code owner}'s elements, for the entries from first on; entry i is in row i / 2.
   */
  private static TransferPlan plan(int owner, int first, int count, int block) {
    int[] columns = IntStream.range(first, first + count).map(i -> 7 * i % N).toArray();
    int[] its = IntStream.range(0, count).filter(i -> columns[i] / block == owner).toArray();
    long[] to = IntStream.of(its).mapToLong(i -> 8L * i).toArray();
    long[] from = IntStream.of(its).mapToLong(i -> 8L * (columns[i] % block)).toArray();
    return TransferPlan.ofSegments(to, from, 8);
  }
}
