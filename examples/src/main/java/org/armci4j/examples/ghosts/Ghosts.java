package org.armci4j.examples.ghosts;

import java.util.Locale;
import org.armci4j.Armci;
import org.armci4j.arrays.DoubleArray;
import org.armci4j.arrays.FloatingView;
import org.armci4j.arrays.GlobalArrays;

/** Cools a plate whose rim is cold, and compares it with the exact solution. */
public final class Ghosts {
  private static final int N = 100; // the plate has N rows of N points
  private static final int STEPS = 1000;
  private static final double FLOW = 0.2; // between neighbours, for each degree and step

  private Ghosts() {}

  /** Runs on one rank. */
  public static void main() {
    try (Armci armci = Armci.open()) {
      int me = armci.rank();
      DoubleArray now = GlobalArrays.of(armci).array(N, N).ghosts(1, 1).doubles();
      DoubleArray next = now.like().doubles();
      now.map((at, _) -> wave(at[0]) * wave(at[1]));
      for (int step = 0; step < STEPS; step++) {
        now.updateGhosts(false); // those outside of the plate stay 0
        FloatingView u = now.view();
        next.map(
            (at, _) -> {
              long i = at[0];
              long j = at[1];
              double around = u.get(i - 1, j) + u.get(i + 1, j) + u.get(i, j - 1) + u.get(i, j + 1);
              return u.get(i, j) + FLOW * (around - 4 * u.get(i, j));
            });
        DoubleArray old = now;
        now = next;
        next = old;
      }
      double cooled = Math.exp(-2 * FLOW * STEPS * Math.pow(Math.PI / (N + 1), 2));
      now.map((at, value) -> Math.abs(value - cooled * wave(at[0]) * wave(at[1])));
      double most = now.max();
      System.out.printf(
          Locale.ROOT, "rank %d: at most %.6f degrees from the exact solution%n", me, most);
    }
  }

  private static double wave(long index) {
    return Math.sin(Math.PI * (index + 1) / (N + 1));
  }
}
