package org.armci4j.examples.heat;

import java.util.Arrays;
import java.util.Locale;
import org.armci4j.Armci;
import org.armci4j.Comparison;
import org.armci4j.GlobalMemory;
import org.armci4j.LongBlock;
import org.armci4j.collectives.Collectives;
import org.armci4j.collectives.Reduction;

/** Spreads heat from the upper edge of a plate whose rows the ranks share. */
public final class Heat {
  private static final int N = 120; // the plate has N rows of N points
  private static final int STEPS = 500;
  private static final int[] ARRIVED = {0, 1}; // signals: latest step from above, from below
  private static final int HALOS = 2; // element of the first halo row from above; two sets follow

  private Heat() {}

  /** Runs on one rank. */
  public static void main() {
    try (Armci armci = Armci.open()) {
      int me = armci.rank();
      int rows = N * (me + 1) / armci.size() - N * me / armci.size();
      double[] now = new double[(rows + 2) * N]; // with a halo row above and one below
      Arrays.fill(now, 0, me == 0 ? N : 0, 100);
      double[] next = now.clone();
      GlobalMemory memory = armci.allocate(8L * (HALOS + 4 * N));
      int firstSide = me == 0 ? 1 : 0; // side 0 is above, side 1 below
      int sides = me == armci.size() - 1 ? 1 : 2;
      for (int step = 1; step <= STEPS; step++) {
        long halo = HALOS + step % 2 * 2L * N; // the other set may still be read
        for (int side = firstSide; side < sides; side++) { // my first row goes up, my last one down
          int to = me - 1 + 2 * side;
          int row = (side == 0 ? 1 : rows) * N;
          long there = halo + (1L - side) * N;
          LongBlock signals = memory.longs(to);
          memory.doubles(to).putSignal(there, now, row, N, signals, ARRIVED[1 - side], step);
        }
        for (int side = firstSide; side < sides; side++) { // their rows arrive in my block
          memory.longs(me).waitUntil(ARRIVED[side], Comparison.GE, step);
          memory.doubles(me).get(halo + (long) side * N, now, side * (rows + 1) * N, N);
        }
        for (int i = N; i < (rows + 1) * N; i++) {
          boolean edge = i % N % (N - 1) == 0;
          next[i] = edge ? 0 : (now[i - N] + now[i + N] + now[i - 1] + now[i + 1]) / 4;
        }
        double[] old = now;
        now = next;
        next = old;
      }
      double share = Arrays.stream(now, N, (rows + 1) * N).sum();
      double heat = Collectives.of(armci).allreduce(share, Reduction.SUM);
      System.out.printf(
          Locale.ROOT, "rank %d: after %d steps the plate holds %.6f%n", me, STEPS, heat);
    }
  }
}
