package org.armci4j.examples.ghosts;

import java.util.Locale;
import org.armci4j.Armci;
import org.armci4j.arrays.DoubleArray;
import org.armci4j.arrays.GlobalArrays;

/** Cools a plate of N rows of N points from its rim, and compares with the exact solution. */
public final class Ghosts {
  private static final int N = 100;
  private static final int STEPS = 1000;
  private static final double WAVE = Math.PI / (N + 1);

  private Ghosts() {}

  /** Runs on one rank. */
  public static void main() {
    try (Armci armci = Armci.open()) {
      DoubleArray start = GlobalArrays.of(armci).array(N, N).ghosts(1, 1).doubles();
      DoubleArray plate = start.like().doubles();
      DoubleArray around = start.like().doubles();
      start.map((at, _) -> Math.sin(WAVE * (at[0] + 1)) * Math.sin(WAVE * (at[1] + 1)));
      plate.copyFrom(start);
      for (int step = 0; step < STEPS; step++) {
        plate.updateGhosts(false); // those outside of the plate stay 0
        var u = plate.view();
        around.map(
            (at, _) ->
                u.get(at[0] - 1, at[1])
                    + u.get(at[0] + 1, at[1])
                    + u.get(at[0], at[1] - 1)
                    + u.get(at[0], at[1] + 1));
        plate.add(0.2, plate, 0.2, around); // the mean of a point and its neighbours
      }
      plate.add(Math.exp(-0.4 * STEPS * WAVE * WAVE), start, -1, plate);
      System.out.printf(Locale.ROOT, "rank %d: %.6f degrees too cold%n", armci.rank(), plate.max());
    }
  }
}
