package org.armci4j.testkit.conformance.program;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.armci4j.Armci;
import org.armci4j.GlobalMemory;
import org.armci4j.strided.ArrayLayout;
import org.armci4j.strided.TransferPlan;
import org.armci4j.testkit.conformance.trial.FormTransfers;
import org.armci4j.testkit.conformance.trial.Trial;

/**
 * Puts two triangles of 50 by 50 as vectors into a square of 51 by 51, and gets them back as a
 * rectangle; the bytes beside them stay.
 */
final class Triangles {
  private static final int ROWS = 50;
  private static final int ROUNDS = 200;

  private Triangles() {}

  static void run(Trial trial) {
    Armci armci = trial.armci();
    TransferPlan lower = triangle(true);
    TransferPlan upper = triangle(false);
    TransferPlan rectangle =
        TransferPlan.of(
            ArrayLayout.of(8, ROWS, ROWS).whole(),
            ArrayLayout.of(8, ROWS + 1, ROWS + 1).box(new long[2], new long[] {ROWS, ROWS}));
    int target = armci.size() - 1 - armci.rank();
    GlobalMemory memory = armci.allocate(8L * (ROWS + 1) * (ROWS + 1));
    SplittableRandom random = trial.random(0);
    double[] matrix = new double[ROWS * ROWS];
    MemorySegment source = MemorySegment.ofArray(matrix);
    MemorySegment back = MemorySegment.ofArray(new double[ROWS * ROWS]);
    FormTransfers transfers = trial.transfers();
    for (int round = 0; round < trial.times(ROUNDS); round++) {
      Arrays.setAll(matrix, i -> random.nextDouble());
      transfers.put(source, 0, memory, target, 0, lower);
      transfers.put(source, 0, memory, target, 0, upper);
      transfers.complete();
      transfers.get(memory, target, 0, back, 0, rectangle);
      transfers.complete();
      String what = "the rectangle of round " + round;
      trial.requireSame(source, back, () -> what);
    }
    for (int i = 0; i <= ROWS; i++) {
      String what = "the border at " + i;
      long side = 8L * ((ROWS + 1) * i + ROWS);
      long bottom = 8L * ((ROWS + 1) * ROWS + i);
      trial.requireEqual(0.0, armci.getDouble(memory, target, side), () -> what);
      trial.requireEqual(0.0, armci.getDouble(memory, target, bottom), () -> what);
    }
    armci.free(memory);
  }

  private static TransferPlan triangle(boolean lower) {
    long[] local = new long[ROWS];
    long[] remote = new long[ROWS];
    long[] sizes = new long[ROWS];
    for (int row = 0; row < ROWS; row++) {
      int column = lower ? 0 : row + 1;
      local[row] = 8L * (ROWS * row + column);
      remote[row] = 8L * ((ROWS + 1) * row + column);
      sizes[row] = 8L * (lower ? row + 1 : ROWS - row - 1);
    }
    return TransferPlan.ofSegments(local, remote, sizes);
  }
}
