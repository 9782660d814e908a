package org.armci4j.arrays;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongBinaryOperator;
import java.util.stream.LongStream;

/**
 * Operations on sections, beside a model. All ranks draw the same numbers. Operands are at other
 * places of other arrays, or of the target's own array. Sections of all elements are the arrays
 * themselves.
 */
final class SectionProgram<A> {
  private static final int STEPS = 10;
  private static final byte GHOST = 0x55;

  private final GlobalArrays arrays;
  private final ArrayCase one;
  private final SplittableRandom random;
  private final Part target;
  private Part first;
  private Part second;

  /** A patch of an array, and the model of the array. */
  private final class Part {
    private final GlobalArray<A> array;
    private final PlainArray model;
    private Patch patch;

    Part(GlobalArray<A> array, PlainArray model) {
      this.array = array;
      this.model = model;
    }

    ArraySection<A> section() {
      return patch.equals(array.patch()) ? array : array.section(patch);
    }

    long[] values() {
      long[] values = new long[(int) patch.elements()];
      model.forEach(patch, (place, number) -> values[number] = model.values[place]);
      return values;
    }

    void set(long[] values) {
      model.forEach(patch, (place, number) -> model.values[place] = values[number]);
    }

    /** Draws new values, which every type holds. */
    void draw() {
      for (int i = 0; i < model.values.length; i++) {
        model.values[i] = random.nextInt(-40, 41);
      }
      MemorySegment own = array.segment();
      arrays.sync();
      own.fill(GHOST);
      arrays.sync();
      model.store(array);
    }

    /** Draws a place for as many elements as another patch has. */
    void move(Patch sizes) {
      long[] place = new long[sizes.dimensions()];
      for (int d = 0; d < place.length; d++) {
        place[d] = random.nextLong(one.shape()[d] - sizes.extent(d) + 1);
      }
      patch = sizes.movedTo(place);
    }
  }

  @SuppressWarnings("unchecked") // all arrays are of the case's type
  SectionProgram(GlobalArrays arrays, ArrayCase one) {
    this.arrays = arrays;
    this.one = one;
    this.random = new SplittableRandom(one.seed() + 7);
    this.target = new Part((GlobalArray<A>) one.create(arrays), new PlainArray(one.shape()));
  }

  void run() {
    Part alike = part(one.cuts(), 2, one.seed());
    Part other = part(one.otherCuts(), 1, one.seed() + 1);
    for (int step = 0; step < STEPS; step++) {
      target.draw();
      alike.draw();
      other.draw();
      target.patch = target.model.anyPatch(random);
      alike.move(target.patch);
      other.move(target.patch);
      first = random.nextInt(4) == 0 ? own() : random.nextBoolean() ? alike : other;
      second = first == alike ? other : alike;
      step(random.nextInt(11));
      check();
    }
  }

  @SuppressWarnings("unchecked") // all arrays are of the case's type
  private Part part(int cuts, int ghosts, long seed) {
    ArrayCase other = new ArrayCase(one.ranks(), one.shape(), one.kind(), cuts, ghosts, seed);
    return new Part((GlobalArray<A>) other.create(arrays), new PlainArray(one.shape()));
  }

  /** Returns a part of the target's array that does not overlap, or the target itself. */
  private Part own() {
    Part part = new Part(target.array, target.model);
    part.move(target.patch);
    if (!part.patch.intersection(target.patch).isEmpty()) {
      part.patch = target.patch;
    }
    return part;
  }

  private void step(int operation) {
    switch (operation) {
      case 0 -> fill();
      case 1 -> scale();
      case 2 -> combine();
      case 3 -> median();
      case 4 -> map();
      case 5 -> scan(random.nextBoolean());
      case 6 -> norms();
      case 7 -> select();
      case 8 -> copy();
      case 9 -> transpose();
      default -> totals();
    }
  }

  private void fill() {
    switch (target.section()) {
      case FloatingSection<A> numbers -> numbers.fill(9);
      case IntegralSection<A> numbers -> numbers.fill(9);
      default -> throw noNumbers();
    }
    long[] values = target.values();
    Arrays.fill(values, 9);
    target.set(values);
  }

  private void copy() {
    target.section().copyFrom(first.section());
    target.set(first.values());
  }

  /** Transposes a part of another array; both parts fit both ways. */
  private void transpose() {
    if (one.shape().length != 2) {
      return;
    }
    long most = Math.min(one.shape()[0], one.shape()[1]);
    int rows = (int) random.nextLong(1, most + 1);
    int columns = (int) random.nextLong(1, most + 1);
    target.move(Patch.at(0, 0).size(rows, columns));
    second.move(Patch.at(0, 0).size(columns, rows));
    target.section().transposeFrom(second.section());
    long[] values = second.values();
    long[] turned = new long[values.length];
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < columns; j++) {
        turned[i * columns + j] = values[j * rows + i];
      }
    }
    target.set(turned);
  }

  private void scale() {
    switch (target.section()) {
      case FloatingSection<A> numbers -> numbers.scale(-3);
      case IntegralSection<A> numbers -> numbers.scale(-3);
      default -> throw noNumbers();
    }
    target.set(Arrays.stream(target.values()).map(value -> -3 * value).toArray());
  }

  private void combine() {
    LongBinaryOperator sum = (x, y) -> 2 * x - y;
    LongBinaryOperator function =
        random.nextBoolean() ? sum : random.nextBoolean() ? Math::max : (x, y) -> x * y;
    long[] values = first.values();
    long[] others = second.values();
    switch (target.section()) {
      case FloatingSection<A> numbers -> {
        FloatingSection<A> a = (FloatingSection<A>) first.section();
        FloatingSection<A> b = (FloatingSection<A>) second.section();
        if (function.equals(sum)) {
          numbers.add(2, a, -1, b);
        } else {
          numbers.combine(a, b, (x, y) -> function.applyAsLong((long) x, (long) y));
        }
      }
      case IntegralSection<A> numbers -> {
        IntegralSection<A> a = (IntegralSection<A>) first.section();
        IntegralSection<A> b = (IntegralSection<A>) second.section();
        if (function.equals(sum)) {
          numbers.add(2, a, -1, b);
        } else {
          numbers.combine(a, b, function);
        }
      }
      default -> throw noNumbers();
    }
    Arrays.setAll(values, i -> function.applyAsLong(values[i], others[i]));
    target.set(values);
  }

  private void median() {
    long[] own = target.values();
    long[] a = first.values();
    long[] b = second.values();
    switch (target.section()) {
      case FloatingSection<A> numbers ->
          numbers.median(
              numbers, (FloatingSection<A>) first.section(), (FloatingSection<A>) second.section());
      case IntegralSection<A> numbers ->
          numbers.median(
              numbers, (IntegralSection<A>) first.section(), (IntegralSection<A>) second.section());
      default -> throw noNumbers();
    }
    Arrays.setAll(own, i -> LongStream.of(own[i], a[i], b[i]).sorted().toArray()[1]);
    target.set(own);
  }

  private void map() {
    PlainArray model = target.model;
    switch (target.section()) {
      case FloatingSection<A> numbers -> {
        numbers.map(Math::abs);
        numbers.parallelMap((index, value) -> value - model.place(index) % 5);
      }
      case IntegralSection<A> numbers -> {
        numbers.map(Math::abs);
        numbers.parallelMap((index, value) -> value - model.place(index) % 5);
      }
      default -> throw noNumbers();
    }
    model.forEach(
        target.patch,
        (place, _) -> model.values[place] = Math.abs(model.values[place]) - place % 5);
  }

  private void scan(boolean inclusive) {
    if (one.shape().length > 1) {
      return;
    }
    long[] values = first.values();
    switch (target.section()) {
      case FloatingSection<A> numbers -> {
        FloatingSection<A> source = (FloatingSection<A>) first.section();
        if (inclusive) {
          numbers.scanFrom(source);
        } else {
          numbers.exclusiveScanFrom(source);
        }
      }
      case IntegralSection<A> numbers -> {
        IntegralSection<A> source = (IntegralSection<A>) first.section();
        if (inclusive) {
          numbers.scanFrom(source);
        } else {
          numbers.exclusiveScanFrom(source);
        }
      }
      default -> throw noNumbers();
    }
    long sum = 0;
    for (int i = 0; i < values.length; i++) {
      long value = values[i];
      values[i] = inclusive ? sum + value : sum;
      sum += value;
    }
    target.set(values);
  }

  private void norms() {
    if (one.shape().length > 2 || !(target.section() instanceof FloatingSection<A> numbers)) {
      return;
    }
    long columns = one.shape().length == 1 ? 1 : target.patch.extent(1);
    long[] rowSums = new long[(int) target.patch.extent(0)];
    long[] columnSums = new long[(int) columns];
    long[] values = target.values();
    for (int i = 0; i < values.length; i++) {
      rowSums[(int) (i / columns)] += Math.abs(values[i]);
      columnSums[(int) (i % columns)] += Math.abs(values[i]);
    }
    assertEquals((double) Arrays.stream(columnSums).max().orElse(0), numbers.norm1());
    assertEquals((double) Arrays.stream(rowSums).max().orElse(0), numbers.normInfinity());
    assertEquals(
        Math.sqrt((double) Arrays.stream(values).map(value -> value * value).sum()),
        numbers.norm());
  }

  private void select() {
    long[] values = target.values();
    if (values.length == 0) {
      return;
    }
    int least = 0;
    int most = 0;
    for (int i = 1; i < values.length; i++) {
      least = values[i] < values[least] ? i : least;
      most = values[i] > values[most] ? i : most;
    }
    long[] smallest = PlainArray.index(target.patch, least);
    long[] largest = PlainArray.index(target.patch, most);
    switch (target.section()) {
      case FloatingSection<A> numbers -> {
        assertArrayEquals(smallest, numbers.minIndex());
        assertArrayEquals(largest, numbers.maxIndex());
      }
      case IntegralSection<A> numbers -> {
        assertArrayEquals(smallest, numbers.minIndex());
        assertArrayEquals(largest, numbers.maxIndex());
      }
      default -> throw noNumbers();
    }
  }

  private void totals() {
    long[] values = target.values();
    long[] others = first.values();
    long dot = 0;
    for (int i = 0; i < values.length; i++) {
      dot += values[i] * others[i];
    }
    long sum = Arrays.stream(values).sum();
    switch (target.section()) {
      case FloatingSection<A> numbers -> {
        double least =
            Arrays.stream(values).asDoubleStream().min().orElse(Double.POSITIVE_INFINITY);
        double most = Arrays.stream(values).asDoubleStream().max().orElse(Double.NEGATIVE_INFINITY);
        assertEquals((double) sum, numbers.sum());
        assertEquals((double) dot, numbers.dot((FloatingSection<A>) first.section()));
        assertEquals(least, numbers.min());
        assertEquals(most, numbers.max());
        assertEquals(most, numbers.reduce(Double.NEGATIVE_INFINITY, Math::max));
        assertEquals(odd(values), numbers.count(value -> (long) value % 2 != 0));
        long[] own = {0};
        LongAdder parallel = new LongAdder();
        List<Long> places = new ArrayList<>();
        List<Long> found = new ArrayList<>();
        numbers.forEach((index, value) -> own[0] += ((long) value) * target.model.place(index));
        numbers.parallelForEach(
            (index, value) -> parallel.add(((long) value) * target.model.place(index)));
        numbers.forEachOneSided(
            (index, value) -> {
              places.add(target.model.place(index) + 0L);
              found.add((long) value);
            });
        assertEquals(weighted(numbers), own[0]);
        assertEquals(weighted(numbers), parallel.sum());
        checkAll(places, found);
      }
      case IntegralSection<A> numbers -> {
        assertEquals(sum, numbers.sum());
        assertEquals(dot, numbers.dot((IntegralSection<A>) first.section()));
        assertEquals(Arrays.stream(values).min().orElse(Long.MAX_VALUE), numbers.min());
        assertEquals(Arrays.stream(values).max().orElse(Long.MIN_VALUE), numbers.max());
        assertEquals(sum, numbers.reduce(0, Long::sum));
        assertEquals(odd(values), numbers.count(value -> value % 2 != 0));
        long[] own = {0};
        LongAdder parallel = new LongAdder();
        List<Long> places = new ArrayList<>();
        List<Long> found = new ArrayList<>();
        numbers.forEach((index, value) -> own[0] += value * target.model.place(index));
        numbers.parallelForEach((index, value) -> parallel.add(value * target.model.place(index)));
        numbers.forEachOneSided(
            (index, value) -> {
              places.add(target.model.place(index) + 0L);
              found.add(value);
            });
        assertEquals(weighted(numbers), own[0]);
        assertEquals(weighted(numbers), parallel.sum());
        checkAll(places, found);
      }
      default -> throw noNumbers();
    }
    arrays.sync(); // other ranks change the values that this one has read
  }

  private static long odd(long[] values) {
    return Arrays.stream(values).filter(value -> value % 2 != 0).count();
  }

  /** Compares what a walk over all elements of the target has found, in its order. */
  private void checkAll(List<Long> places, List<Long> found) {
    assertArrayEquals(target.values(), found.stream().mapToLong(Long::longValue).toArray());
    List<Long> expected = new ArrayList<>();
    target.model.forEach(target.section().patch(), (place, _) -> expected.add(place + 0L));
    assertEquals(expected, places);
  }

  private long weighted(ArraySection<A> section) {
    long[] sum = new long[1];
    PlainArray model = target.model;
    for (Patch patch : OwnParts.of(section)) {
      model.forEach(patch, (place, _) -> sum[0] += model.values[place] * place);
    }
    return sum[0];
  }

  /** Compares the target on one rank, and the ghosts of the own block. */
  private void check() {
    target.model.round(one.kind());
    if (arrays.group().rank() == random.nextInt(arrays.group().size())) {
      target.model.requireEqual(target.array, one.kind());
    }
    if (one.ghosts() > 0 && !target.array.own().isEmpty()) {
      BlockView view = target.array.view();
      Patch own = view.patch();
      long[] lower = new long[own.dimensions()];
      long[] upper = new long[own.dimensions()];
      for (int d = 0; d < lower.length; d++) {
        lower[d] = own.lower(d) - one.ghosts();
        upper[d] = own.upper(d) + one.ghosts();
      }
      Patch box = Patch.at(lower).to(upper);
      for (long number = 0; number < box.elements(); number++) {
        long[] index = PlainArray.index(box, number);
        if (Patch.at(index).intersection(own).isEmpty()) {
          byte found = view.segment().get(ValueLayout.JAVA_BYTE, view.offset(index));
          assertEquals(GHOST, found, () -> "ghost " + Arrays.toString(index));
        }
      }
    }
    arrays.sync();
  }

  private static IllegalArgumentException noNumbers() {
    return new IllegalArgumentException("complex arrays have a program of their own");
  }
}
