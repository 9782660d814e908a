package org.armci4j.arrays;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.armci4j.Armci;
import org.armci4j.Handle;
import org.armci4j.arrays.kernel.ElementKind;

/**
 * Random transfers of patches, beside a model. All ranks draw the same numbers; in each step one
 * rank acts, and all update their models.
 */
final class PatchProgram<A> {
  private static final int STEPS = 16;
  private static final int MOST_ELEMENTS = 25;

  private final Armci armci;
  private final GlobalArray<A> array;
  private final ElementKind kind;
  private final PlainArray model;
  private final SplittableRandom random;

  /** Checks to be made after the step's handle is complete. */
  private final List<Runnable> checks = new ArrayList<>();

  private boolean acts;
  private Handle handle;

  PatchProgram(Armci armci, GlobalArray<A> array, ArrayCase one) {
    this.armci = armci;
    this.array = array;
    this.kind = one.kind();
    this.model = new PlainArray(one.shape());
    this.random = new SplittableRandom(one.seed());
  }

  void run() {
    for (int step = 0; step < STEPS; step++) {
      acts = random.nextInt(armci.size()) == armci.rank();
      handle = random.nextBoolean() ? armci.newHandle() : null;
      int count = handle == null ? 1 : random.nextInt(1, 4);
      // Operations of one handle have no order, so they are of one kind that needs none.
      int operation = random.nextInt(operations());
      for (int i = 0; i < count; i++) {
        start(operation, count);
      }
      if (handle != null) {
        handle.await();
      }
      checks.forEach(Runnable::run);
      checks.clear();
      array.sync();
    }
    checkAll();
  }

  /** Bytes are not accumulated, and complex elements not counted. */
  private int operations() {
    return kind == ElementKind.BYTE ? 5 : kind.numbers() == 2 ? 7 : 8;
  }

  private void start(int operation, int count) {
    switch (operation) {
      case 0 -> {
        if (count == 1) {
          put(model.anyPatch(random));
        } else {
          get(model.anyPatch(random));
        }
      }
      case 1 -> get(model.anyPatch(random));
      case 2 -> element();
      case 3 -> putElements();
      case 4 -> getElements();
      case 5 -> accumulate(model.anyPatch(random));
      case 6 -> accumulateElements();
      default -> count();
    }
  }

  private void put(Patch patch) {
    LocalSide<A> local = new LocalSide<>(kind, patch, random);
    long base = random.nextInt(50);
    model.forEach(
        patch,
        (place, number) -> {
          long value = (base + number) % 101;
          model.values[place] = value;
          local.set(number, value);
        });
    if (!acts) {
      return;
    }
    if (handle != null) {
      array.nbPut(patch, local.buffer, handle);
    } else if (local.isWholeArray()) {
      array.put(patch, local.array);
    } else {
      array.put(patch, local.buffer);
    }
  }

  private void get(Patch patch) {
    LocalSide<A> local = new LocalSide<>(kind, patch, random);
    if (!acts) {
      return;
    }
    if (handle != null) {
      array.nbGet(patch, local.buffer, handle);
    } else if (local.isWholeArray()) {
      array.get(patch, local.array);
    } else {
      array.get(patch, local.buffer);
    }
    checks.add(
        () -> {
          model.forEach(
              patch,
              (place, number) ->
                  assertEquals(
                      model.values[place],
                      local.get(number),
                      () -> patch + " at " + number + " of " + array.owners(patch)));
          local.requireGapsUntouched();
        });
  }

  private void accumulate(Patch patch) {
    LocalSide<A> local = new LocalSide<>(kind, patch, random);
    int factor = random.nextInt(1, 4);
    boolean plain = local.isWholeArray() && handle == null;
    model.forEach(
        patch,
        (place, number) -> {
          model.values[place] += (plain ? 1 : factor) * (number % 7L);
          local.set(number, number % 7L);
        });
    if (!acts) {
      return;
    }
    if (handle != null) {
      array.nbAccumulate(PlainArray.sum(kind, factor), patch, local.buffer, handle);
    } else if (plain) {
      array.accumulate(patch, local.array);
    } else {
      array.accumulate(PlainArray.sum(kind, factor), patch, local.buffer);
    }
  }

  /** Writes one element, and reads another one. */
  private void element() {
    long[] written = anyIndex();
    long[] read = anyIndex();
    model.values[model.place(written)] = 77;
    if (!acts) {
      return;
    }
    ElementCalls.put(array, 77, written);
    assertEquals(model.values[model.place(read)], ElementCalls.get(array, read));
  }

  private void count() {
    long[] index = anyIndex();
    long before = model.values[model.place(index)];
    model.values[model.place(index)] += 3;
    if (acts) {
      assertEquals(before, ElementCalls.fetchAndAdd(array, 3, index));
    }
  }

  private void putElements() {
    int[] places = random.ints(0, model.values.length).limit(MOST_ELEMENTS).distinct().toArray();
    long base = random.nextInt(50);
    A source = elements(places.length, base);
    for (int i = 0; i < places.length; i++) {
      model.values[places[i]] = base + i;
    }
    if (acts) {
      array.putElements(indices(places), source);
    }
  }

  private void getElements() {
    int[] places = anyPlaces();
    if (!acts) {
      return;
    }
    A found = elements(places.length + 1, 100);
    array.getElements(indices(places), found);
    MemorySegment segment = ElementKind.segment(found);
    for (int i = 0; i < places.length; i++) {
      assertEquals(model.values[places[i]], PlainArray.read(kind, segment, i));
    }
    assertEquals(100 + places.length, PlainArray.read(kind, segment, places.length));
  }

  private void accumulateElements() {
    int[] places = anyPlaces();
    A source = elements(places.length, 0);
    for (int i = 0; i < places.length; i++) {
      model.values[places[i]] += i;
    }
    if (acts) {
      array.accumulateElements(indices(places), source);
    }
  }

  /** Returns places of elements, some of them several times. */
  private int[] anyPlaces() {
    return random.ints(random.nextInt(MOST_ELEMENTS), 0, model.values.length).toArray();
  }

  private long[] indices(int[] places) {
    Patch whole = array.distribution().whole();
    return Arrays.stream(places)
        .mapToObj(place -> PlainArray.index(whole, place))
        .flatMapToLong(Arrays::stream)
        .toArray();
  }

  /** Returns a Java array of values that rise by 1. */
  @SuppressWarnings("unchecked") // the kind is that of the array's elements
  private A elements(int length, long first) {
    A values = (A) PlainArray.array(kind, length);
    for (int i = 0; i < length; i++) {
      PlainArray.write(kind, ElementKind.segment(values), i, first + i);
    }
    return values;
  }

  private long[] anyIndex() {
    return PlainArray.index(array.distribution().whole(), random.nextInt(model.values.length));
  }

  /** Compares the whole array, and this rank's own block. */
  private void checkAll() {
    Patch whole = array.distribution().whole();
    acts = true;
    handle = null;
    get(whole);
    checks.forEach(Runnable::run);
    Patch own = array.own();
    if (!own.isEmpty()) {
      model.forEach(
          own,
          (place, number) -> {
            long[] index = PlainArray.index(own, number);
            assertEquals(array.group().rank(), array.distribution().owner(index));
            assertEquals(model.values[place], inView(index));
          });
    }
    array.sync();
  }

  private long inView(long[] index) {
    return switch (array) {
      case FloatingArray<A> numbers -> (long) numbers.view().get(index);
      case IntegralArray<A> numbers -> numbers.view().get(index);
      case ComplexArray<A> numbers -> (long) numbers.view().get(index).real();
    };
  }
}
