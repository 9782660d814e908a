package org.armci4j.arrays;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.LongStream;

/** Operations on whole arrays, beside a model. All ranks draw the same numbers. */
final class WholeProgram<A> {
  private final GlobalArrays arrays;
  private final ArrayCase one;
  private final GlobalArray<A> a;
  private final GlobalArray<A> b;
  private final PlainArray modelA;
  private final PlainArray modelB;
  private final SplittableRandom random;

  @SuppressWarnings("unchecked") // both arrays are of the case's type
  WholeProgram(GlobalArrays arrays, ArrayCase one) {
    this.arrays = arrays;
    this.one = one;
    this.a = (GlobalArray<A>) one.create(arrays);
    ArrayCase other =
        new ArrayCase(
            one.ranks(),
            one.shape(),
            one.kind(),
            (int) Math.floorMod(one.seed(), (long) ArrayCase.CUTS),
            1,
            one.seed() + 1);
    this.b = (GlobalArray<A>) other.create(arrays);
    this.modelA = new PlainArray(one.shape());
    this.modelB = new PlainArray(one.shape());
    this.random = new SplittableRandom(one.seed());
  }

  void run() {
    map(a, modelA, 7);
    map(b, modelB, 5);
    add();
    copies();
    scale();
    totals();
    fill();
  }

  /** Sets each element to a function of its place and its value. */
  private void map(GlobalArray<A> array, PlainArray model, int modulus) {
    switch (array) {
      case FloatingArray<A> numbers -> numbers.map((index, old) -> old + place(index) % modulus);
      case IntegralArray<A> numbers -> numbers.map((index, old) -> old + place(index) % modulus);
      default -> throw noNumbers();
    }
    for (int i = 0; i < model.values.length; i++) {
      model.values[i] += i % modulus;
    }
    check(array, model);
  }

  private long place(long[] index) {
    return modelA.place(index);
  }

  private void add() {
    switch (a) {
      case FloatingArray<A> numbers -> numbers.add(2, numbers, -1, (FloatingArray<A>) b);
      case IntegralArray<A> numbers -> numbers.add(2, numbers, -1, (IntegralArray<A>) b);
      default -> throw noNumbers();
    }
    for (int i = 0; i < modelA.values.length; i++) {
      modelA.values[i] = 2 * modelA.values[i] - modelB.values[i];
    }
    check(a, modelA);
  }

  private void copies() {
    b.copyFrom(a);
    System.arraycopy(modelA.values, 0, modelB.values, 0, modelA.values.length);
    check(b, modelB);
  }

  private void scale() {
    switch (a) {
      case FloatingArray<A> numbers -> numbers.scale(3);
      case IntegralArray<A> numbers -> numbers.scale(3);
      default -> throw noNumbers();
    }
    Arrays.setAll(modelA.values, i -> 3 * modelA.values[i]);
    check(a, modelA);
  }

  private void totals() {
    LongStream all = Arrays.stream(modelA.values);
    long dot = 0;
    for (int i = 0; i < modelA.values.length; i++) {
      dot += modelA.values[i] * modelB.values[i];
    }
    switch (a) {
      case FloatingArray<A> numbers -> {
        assertEquals((double) all.sum(), numbers.sum());
        assertEquals((double) dot, numbers.dot((FloatingArray<A>) b));
        assertEquals(Math.sqrt(numbers.dot(numbers)), numbers.norm());
        assertEquals((double) Arrays.stream(modelA.values).min().orElseThrow(), numbers.min());
        assertEquals(numbers.max(), numbers.reduce(Double.NEGATIVE_INFINITY, Math::max));
      }
      case IntegralArray<A> numbers -> {
        assertEquals(all.sum(), numbers.sum());
        assertEquals(dot, numbers.dot((IntegralArray<A>) b));
        assertEquals(Arrays.stream(modelA.values).min().orElseThrow(), numbers.min());
        assertEquals(Arrays.stream(modelA.values).max().orElseThrow(), numbers.max());
        assertEquals(numbers.sum(), numbers.reduce(0, Long::sum));
      }
      default -> throw noNumbers();
    }
  }

  private void fill() {
    switch (a) {
      case FloatingArray<A> numbers -> numbers.fill(9);
      case IntegralArray<A> numbers -> numbers.fill(9);
      default -> throw noNumbers();
    }
    Arrays.fill(modelA.values, 9);
    check(a, modelA);
  }

  /** Compares the whole array on one rank, as bytes keep the lowest bits alone. */
  private void check(GlobalArray<A> array, PlainArray model) {
    model.round(one.kind());
    if (arrays.group().rank() == random.nextInt(arrays.group().size())) {
      model.requireEqual(array, one.kind());
    }
    arrays.sync();
  }

  private static IllegalArgumentException noNumbers() {
    return new IllegalArgumentException("complex arrays have a program of their own");
  }
}
