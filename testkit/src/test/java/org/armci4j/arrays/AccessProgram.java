package org.armci4j.arrays;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.armci4j.Armci;
import org.armci4j.Handle;
import org.armci4j.arrays.kernel.ElementKind;

/**
 * Random transfers of periodic patches, and of some indices of patches, beside a model. All ranks
 * draw the same numbers; in each step one rank acts, and all update their models.
 */
final class AccessProgram<A> {
  private static final int STEPS = 12;

  private final Armci armci;
  private final GlobalArray<A> array;
  private final ElementKind kind;
  private final PlainArray model;
  private final SplittableRandom random;
  private final PatchMoves<A> moves;

  AccessProgram(Armci armci, GlobalArray<A> array, ArrayCase one) {
    this.armci = armci;
    this.array = array;
    this.kind = one.kind();
    this.model = new PlainArray(one.shape());
    this.random = new SplittableRandom(one.seed());
    this.moves = new PatchMoves<>(array, kind, model, random);
  }

  void run() {
    for (int step = 0; step < STEPS; step++) {
      boolean acts = random.nextInt(array.group().size()) == array.group().rank();
      int operation = random.nextInt(kind == ElementKind.BYTE ? 2 : 3);
      if (random.nextBoolean()) {
        drawPeriodic(operation == 0);
      } else {
        drawStrided();
      }
      // Two gets may be under way; writes to the same elements have no order.
      Handle handle = random.nextBoolean() ? armci.newHandle() : null;
      moves.begin(acts, handle);
      List<Runnable> checks = new ArrayList<>();
      switch (operation) {
        case 0 -> moves.put();
        case 1 -> checks.addAll(List.of(moves.get(), moves.get()));
        default -> moves.accumulate();
      }
      if (handle != null) {
        handle.await();
      }
      checks.forEach(Runnable::run);
      array.sync();
    }
    if (array.group().rank() == 0) {
      model.requireEqual(array, kind);
    }
    array.sync();
  }

  /**
   * Draws a patch that begins anywhere.
   *
   * @param once whether it has each element once at most
   */
  private void drawPeriodic(boolean once) {
    long[] lower = new long[model.shape.length];
    long[] sizes = new long[model.shape.length];
    for (int d = 0; d < lower.length; d++) {
      long most = once || lower.length > 3 ? model.shape[d] : 2 * model.shape[d] + 1;
      lower[d] = random.nextLong(-3 * model.shape[d], 3 * model.shape[d]);
      sizes[d] = random.nextLong(random.nextInt(10) == 0 ? 0 : 1, most + 1);
    }
    Patch patch = Patch.at(lower).size(sizes);
    long[] steps = new long[lower.length];
    Arrays.fill(steps, 1);
    moves.choose(array.periodic(), patch, patch, places(patch, patch, steps));
  }

  private void drawStrided() {
    Patch patch = model.anyPatch(random);
    long[] steps = new long[patch.dimensions()];
    long[] sizes = new long[steps.length];
    for (int d = 0; d < steps.length; d++) {
      boolean far = random.nextInt(20) == 0;
      steps[d] = far ? Long.MAX_VALUE : random.nextLong(1, 5);
      sizes[d] = 0;
      for (long index = 0; index < patch.extent(d); index++) {
        sizes[d] += index % steps[d] == 0 ? 1 : 0;
      }
    }
    Patch moved = Patch.at(new long[sizes.length]).size(sizes);
    moves.choose(array.every(steps), patch, moved, places(patch, moved, steps));
  }

  /** Finds the elements one by one: their indices are taken modulo the shape. */
  private int[] places(Patch patch, Patch moved, long[] steps) {
    int[] places = new int[(int) moved.elements()];
    for (int number = 0; number < places.length; number++) {
      long[] index = PlainArray.index(moved, number);
      for (int d = 0; d < index.length; d++) {
        long ofPatch = patch.lower(d) + (index[d] - moved.lower(d)) * steps[d];
        index[d] = Math.floorMod(ofPatch, model.shape[d]);
      }
      places[number] = model.place(index);
    }
    return places;
  }
}
