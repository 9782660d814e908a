package org.armci4j.arrays;

import static org.junit.jupiter.api.Assertions.assertEquals;

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
  private boolean acts;
  private Handle handle;

  /** What a step moves, and where its elements are. */
  private PatchAccess<A> access;

  private Patch patch;

  /** A patch with the sizes of the local side. */
  private Patch moved;

  /** The place in the model of each element, in the order of the local side. */
  private int[] places;

  AccessProgram(Armci armci, GlobalArray<A> array, ArrayCase one) {
    this.armci = armci;
    this.array = array;
    this.kind = one.kind();
    this.model = new PlainArray(one.shape());
    this.random = new SplittableRandom(one.seed());
  }

  void run() {
    for (int step = 0; step < STEPS; step++) {
      acts = random.nextInt(armci.size()) == armci.rank();
      int operation = random.nextInt(kind == ElementKind.BYTE ? 2 : 3);
      if (random.nextBoolean()) {
        drawPeriodic(operation == 0);
      } else {
        drawStrided();
      }
      // Two gets may be under way; writes to the same elements have no order.
      handle = random.nextBoolean() ? armci.newHandle() : null;
      List<Runnable> checks = new ArrayList<>();
      switch (operation) {
        case 0 -> put();
        case 1 -> checks.addAll(List.of(get(), get()));
        default -> accumulate();
      }
      if (handle != null) {
        handle.await();
      }
      checks.forEach(Runnable::run);
      array.sync();
    }
    if (armci.rank() == 0) {
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
    access = array.periodic();
    long[] lower = new long[model.shape.length];
    long[] sizes = new long[model.shape.length];
    for (int d = 0; d < lower.length; d++) {
      long most = once || lower.length > 3 ? model.shape[d] : 2 * model.shape[d] + 1;
      lower[d] = random.nextLong(-3 * model.shape[d], 3 * model.shape[d]);
      sizes[d] = random.nextLong(random.nextInt(10) == 0 ? 0 : 1, most + 1);
    }
    patch = Patch.at(lower).size(sizes);
    moved = patch;
    long[] steps = new long[lower.length];
    Arrays.fill(steps, 1);
    findPlaces(steps);
  }

  private void drawStrided() {
    patch = model.anyPatch(random);
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
    access = array.every(steps);
    moved = Patch.at(new long[sizes.length]).size(sizes);
    findPlaces(steps);
  }

  /** Finds the elements one by one: their indices are taken modulo the shape. */
  private void findPlaces(long[] steps) {
    places = new int[(int) moved.elements()];
    for (int number = 0; number < places.length; number++) {
      long[] index = PlainArray.index(moved, number);
      for (int d = 0; d < index.length; d++) {
        long ofPatch = patch.lower(d) + (index[d] - moved.lower(d)) * steps[d];
        index[d] = Math.floorMod(ofPatch, model.shape[d]);
      }
      places[number] = model.place(index);
    }
  }

  private LocalSide<A> newLocal() {
    return new LocalSide<>(kind, moved, random);
  }

  private void put() {
    LocalSide<A> local = newLocal();
    long base = random.nextInt(50);
    for (int number = 0; number < places.length; number++) {
      long value = (base + number) % 101;
      model.values[places[number]] = value;
      local.set(number, value);
    }
    if (!acts) {
      return;
    }
    if (handle != null) {
      access.nbPut(patch, local.buffer, handle);
    } else if (local.isWholeArray()) {
      access.put(patch, local.array);
    } else {
      access.put(patch, local.buffer);
    }
  }

  private Runnable get() {
    LocalSide<A> local = newLocal();
    if (!acts) {
      return () -> {};
    }
    if (handle != null) {
      access.nbGet(patch, local.buffer, handle);
    } else if (local.isWholeArray()) {
      access.get(patch, local.array);
    } else {
      access.get(patch, local.buffer);
    }
    return () -> {
      for (int number = 0; number < places.length; number++) {
        assertEquals(model.values[places[number]], local.get(number), access + " of " + patch);
      }
      local.requireGapsUntouched();
    };
  }

  private void accumulate() {
    LocalSide<A> local = newLocal();
    int factor = random.nextInt(1, 4);
    boolean plain = local.isWholeArray() && handle == null;
    for (int number = 0; number < places.length; number++) {
      long value = number % 7L;
      model.values[places[number]] += (plain ? 1 : factor) * value;
      local.set(number, value);
    }
    if (!acts) {
      return;
    }
    if (handle != null) {
      access.nbAccumulate(PlainArray.sum(kind, factor), patch, local.buffer, handle);
    } else if (plain) {
      access.accumulate(patch, local.array);
    } else {
      access.accumulate(PlainArray.sum(kind, factor), patch, local.buffer);
    }
  }
}
