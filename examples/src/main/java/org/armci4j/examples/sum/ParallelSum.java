package org.armci4j.examples.sum;

import java.util.Locale;
import org.armci4j.Armci;
import org.armci4j.collectives.Collectives;
import org.armci4j.collectives.Reduction;

/**
 * Computes π as an integral: each rank sums its share of the slices, and a collective adds the
 * sums.
 */
public final class ParallelSum {
  private static final int SLICES = 10_000_000;

  private ParallelSum() {}

  /** Runs on one rank. */
  public static void main() {
    try (Armci armci = Armci.open()) {
      double width = 1.0 / SLICES;
      double share = 0;
      for (int i = armci.rank(); i < SLICES; i += armci.size()) {
        double x = (i + 0.5) * width;
        share += 4 / (1 + x * x);
      }
      // Every rank gives its share and gets the sum of all shares, the same to the bit.
      double pi = width * Collectives.of(armci).allreduce(share, Reduction.SUM);
      if (armci.rank() == 0) {
        System.out.printf(Locale.ROOT, "%d ranks say that pi is %.9f%n", armci.size(), pi);
      }
    }
  }
}
