package org.armci4j.arrays;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.armci4j.Handle;
import org.armci4j.arrays.kernel.ElementKind;

/**
 * Transfers of patches beside a model, which all ranks update. The rank that acts makes the
 * transfers, with or without a handle, from and to any {@link LocalSide}.
 */
final class PatchMoves<A> {
  private final GlobalArray<A> array;
  private final ElementKind kind;
  private final PlainArray model;
  private final SplittableRandom random;
  private boolean acts;
  private Handle handle;
  private PatchAccess<A> access;
  private Patch patch;

  /** A patch with the sizes of the local side. */
  private Patch moved;

  /** The place in the model of each element, in the order of the local side. */
  private int[] places;

  PatchMoves(GlobalArray<A> array, ElementKind kind, PlainArray model, SplittableRandom random) {
    this.array = array;
    this.kind = kind;
    this.model = model;
    this.random = random;
  }

  /**
   * Begins a step.
   *
   * @param acts whether this rank makes the step's transfers
   * @param handle of the transfers; null for blocking ones
   */
  void begin(boolean acts, Handle handle) {
    this.acts = acts;
    this.handle = handle;
  }

  /** Chooses a patch of the array itself. */
  void choose(Patch inside) {
    int[] inOrder = new int[(int) inside.elements()];
    model.forEach(inside, (place, number) -> inOrder[number] = place);
    choose(array, inside, inside, inOrder);
  }

  /**
   * Chooses what the next transfers move.
   *
   * @param moved a patch with the sizes of the local side
   * @param places the place in the model of each element, in the order of the local side
   */
  void choose(PatchAccess<A> access, Patch patch, Patch moved, int[] places) {
    this.access = access;
    this.patch = patch;
    this.moved = moved;
    this.places = places;
  }

  private LocalSide<A> newLocal() {
    return new LocalSide<>(kind, moved, random);
  }

  void put() {
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

  /** Gets the elements. Returns a check for the time when the handle is complete. */
  Runnable get() {
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
    String moves = access + " of " + patch;
    int[] from = places;
    return () -> {
      for (int number = 0; number < from.length; number++) {
        int place = from[number];
        assertEquals(model.values[place], local.get(number), () -> moves + " from " + owner(place));
      }
      local.requireGapsUntouched();
    };
  }

  private String owner(int place) {
    long[] index = PlainArray.index(array.patch(), place);
    return Arrays.toString(index) + " of rank " + array.distribution().owner(index);
  }

  void accumulate() {
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
