package org.armci4j.arrays;

import static org.armci4j.lab.contracts.CallRefusals.refused;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.armci4j.Armci;
import org.armci4j.AtomicUpdate;
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

  private final PatchMoves<A> moves;
  private boolean acts;

  PatchProgram(Armci armci, GlobalArray<A> array, ArrayCase one) {
    this.armci = armci;
    this.array = array;
    this.kind = one.kind();
    this.model = new PlainArray(one.shape());
    this.random = new SplittableRandom(one.seed());
    this.moves = new PatchMoves<>(array, kind, model, random);
  }

  void run() {
    for (int step = 0; step < STEPS; step++) {
      acts = random.nextInt(array.group().size()) == array.group().rank();
      Handle handle = random.nextBoolean() ? armci.newHandle() : null;
      moves.begin(acts, handle);
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

  /** Returns how many of the operations there are for the type of elements. */
  private int operations() {
    return switch (kind) {
      case BYTE -> 5;
      case COMPLEX_FLOAT, COMPLEX_DOUBLE -> 7;
      case INT, LONG, FLOAT, DOUBLE -> 10;
    };
  }

  private void start(int operation, int count) {
    switch (operation) {
      case 0 -> {
        moves.choose(model.anyPatch(random));
        if (count == 1) {
          moves.put();
        } else {
          checks.add(moves.get());
        }
      }
      case 1 -> {
        moves.choose(model.anyPatch(random));
        checks.add(moves.get());
      }
      case 2 -> element();
      case 3 -> putElements();
      case 4 -> getElements();
      case 5 -> {
        moves.choose(model.anyPatch(random));
        moves.accumulate();
      }
      case 6 -> accumulateElements();
      case 7 -> count();
      case 8 -> updateElements();
      default -> swapElements();
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
    boolean one = random.nextBoolean();
    A source = elements(one ? 1 : places.length, base);
    for (int i = 0; i < places.length; i++) {
      model.values[places[i]] = one ? base : base + i;
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
    boolean one = random.nextBoolean();
    A source = elements(one ? 1 : places.length, one ? 4 : 0);
    for (int i = 0; i < places.length; i++) {
      model.values[places[i]] += one ? 4 : i;
    }
    if (acts) {
      array.accumulateElements(indices(places), source);
    }
  }

  /** Updates elements, some of them several times, in the order of the list. */
  private void updateElements() {
    int[] places = anyPlaces();
    boolean one = random.nextBoolean();
    boolean apart = random.nextBoolean() || one; // else the source receives
    boolean whole = kind == ElementKind.INT || kind == ElementKind.LONG;
    AtomicUpdate[] updates =
        whole
            ? AtomicUpdate.values()
            : new AtomicUpdate[] {
              AtomicUpdate.ADD, AtomicUpdate.SWAP, AtomicUpdate.MIN, AtomicUpdate.MAX
            };
    AtomicUpdate update = updates[random.nextInt(updates.length)];
    A source = elements(one ? 1 : places.length, 3);
    long[] expected = new long[places.length];
    for (int i = 0; i < places.length; i++) {
      expected[i] = model.values[places[i]];
      model.values[places[i]] = updated(update, expected[i], one ? 3 : 3 + i);
    }
    if (acts) {
      A found = apart ? elements(places.length, 0) : source;
      array.updateElements(update, indices(places), source, found);
      for (int i = 0; i < places.length; i++) {
        assertEquals(expected[i], PlainArray.read(kind, ElementKind.segment(found), i));
      }
    }
  }

  /** Replaces the elements that hold 77 or a value that is right for some of them. */
  private void swapElements() {
    int[] places = anyPlaces();
    boolean one = random.nextBoolean();
    A expected = elements(one ? 1 : places.length, 77);
    MemorySegment awaited = ElementKind.segment(expected);
    A source = elements(random.nextBoolean() ? 1 : places.length, 20);
    MemorySegment values = ElementKind.segment(source);
    long[] before = new long[places.length];
    for (int i = 0; i < places.length; i++) {
      before[i] = model.values[places[i]];
      if (!one && random.nextBoolean()) {
        PlainArray.write(kind, awaited, i, before[i]);
      }
      if (before[i] == PlainArray.read(kind, awaited, one ? 0 : i)) {
        boolean all = values.byteSize() == kind.bytes();
        model.values[places[i]] = PlainArray.read(kind, values, all ? 0 : i);
      }
    }
    if (acts) {
      A found = elements(places.length, 0);
      array.compareAndSwapElements(indices(places), expected, source, found);
      for (int i = 0; i < places.length; i++) {
        assertEquals(before[i], PlainArray.read(kind, ElementKind.segment(found), i));
      }
    }
  }

  private static long updated(AtomicUpdate update, long old, long operand) {
    return switch (update) {
      case ADD -> old + operand;
      case SWAP -> operand;
      case AND -> old & operand;
      case OR -> old | operand;
      case XOR -> old ^ operand;
      case MIN -> Math.min(old, operand);
      case MAX -> Math.max(old, operand);
    };
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

  /** Compares the whole array, and the blocks of all ranks. */
  private void checkAll() {
    moves.begin(true, null);
    moves.choose(array.patch());
    moves.get().run();
    for (int i = 0; i < array.group().size(); i++) {
      int member = i;
      List<Patch> blocks = array.distribution().blocks(i);
      if (array.memory().view(array.home().ranks()[i]) == null) {
        refused("loads and stores do not reach", () -> ElementCalls.blocks(array, member));
        continue;
      }
      List<? extends BlockView> views = ElementCalls.blocks(array, member);
      assertEquals(blocks, views.stream().map(BlockView::patch).toList());
      views.forEach(view -> checkBlock(member, view));
    }
    array.sync();
  }

  private void checkBlock(int member, BlockView view) {
    model.forEach(
        view.patch(),
        (place, number) -> {
          long[] index = PlainArray.index(view.patch(), number);
          assertEquals(member, array.distribution().owner(index));
          assertEquals(model.values[place], ElementCalls.inView(view, index));
        });
  }
}
