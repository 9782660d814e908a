package org.armci4j.arrays;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Operations on sections of complex arrays, beside a model of whole numbers. All ranks draw the
 * same numbers. Operands are at other places of other arrays, which may be distributed otherwise.
 */
final class ComplexProgram<A> {
  private static final int STEPS = 12;

  private final GlobalArrays arrays;
  private final ArrayCase one;
  private final SplittableRandom random;

  /** A patch of an array, and the model of the array. */
  private final class ComplexPart {
    final ComplexArray<A> array;
    final PlainArray places;
    final Complex[] values;
    Patch patch;

    @SuppressWarnings("unchecked") // all arrays are of the case's type
    ComplexPart(ArrayCase description) {
      this.array = (ComplexArray<A>) description.create(arrays);
      this.places = new PlainArray(one.shape());
      this.values = new Complex[places.values.length];
    }

    void draw() {
      Arrays.setAll(values, _ -> new Complex(random.nextInt(-40, 41), random.nextInt(-40, 41)));
      array.map((index, _) -> values[places.place(index)]);
    }

    ComplexSection<A> section() {
      return patch.equals(array.patch()) ? array : array.section(patch);
    }

    Complex[] part() {
      Complex[] part = new Complex[(int) patch.elements()];
      places.forEach(patch, (place, number) -> part[number] = values[place]);
      return part;
    }

    void set(Complex[] part) {
      places.forEach(patch, (place, number) -> values[place] = part[number]);
    }

    void move(Patch sizes) {
      long[] index = new long[sizes.dimensions()];
      for (int d = 0; d < index.length; d++) {
        index[d] = random.nextLong(one.shape()[d] - sizes.extent(d) + 1);
      }
      patch = sizes.movedTo(index);
    }
  }

  ComplexProgram(GlobalArrays arrays, ArrayCase one) {
    this.arrays = arrays;
    this.one = one;
    this.random = new SplittableRandom(one.seed() + 11);
  }

  void run() {
    ComplexPart target = new ComplexPart(one);
    ComplexPart alike = new ComplexPart(one);
    ComplexPart other = new ComplexPart(otherwise());
    for (int step = 0; step < STEPS; step++) {
      target.draw();
      alike.draw();
      other.draw();
      target.patch = target.places.anyPatch(random);
      alike.move(target.patch);
      other.move(target.patch);
      step(target, alike, other);
      check(target);
    }
  }

  private ArrayCase otherwise() {
    return new ArrayCase(one.ranks(), one.shape(), one.kind(), one.otherCuts(), 1, one.seed() + 1);
  }

  private void step(ComplexPart target, ComplexPart alike, ComplexPart other) {
    Complex factor = new Complex(random.nextInt(-3, 4), random.nextInt(-3, 4));
    Complex[] own = target.part();
    Complex[] a = alike.part();
    Complex[] b = other.part();
    switch (random.nextInt(9)) {
      case 0 -> {
        target.section().fill(factor);
        Arrays.fill(own, factor);
      }
      case 1 -> {
        target.section().scale(factor);
        Arrays.setAll(own, i -> own[i].times(factor));
      }
      case 2 -> {
        Complex unit = new Complex(0, 1);
        target.section().add(factor, alike.section(), unit, other.section());
        Arrays.setAll(own, i -> factor.times(a[i]).plus(unit.times(b[i])));
      }
      case 3 -> {
        if (random.nextBoolean()) {
          target.section().combine(target.section(), other.section(), Complex::times);
        } else {
          target
              .section()
              .combine(
                  target.section(),
                  other.section(),
                  (x, xi, y, yi, result) -> result.set(x * y - xi * yi, x * yi + xi * y));
        }
        Arrays.setAll(own, i -> own[i].times(b[i]));
      }
      case 4 -> {
        target.section().copyFrom(other.section());
        Arrays.setAll(own, i -> b[i]);
      }
      case 5 -> {
        transpose(target, other);
        return;
      }
      case 6 -> {
        target.section().map((index, x, y, result) -> result.set(y + index[0], x));
        Patch patch = target.patch;
        Arrays.setAll(
            own,
            i -> new Complex(own[i].imaginary() + PlainArray.index(patch, i)[0], own[i].real()));
      }
      case 7 -> totals(target, alike.section(), own, a);
      default -> totals(target, other.section(), own, b);
    }
    target.set(own);
  }

  /** Transposes a square, if the arrays are matrices. */
  private void transpose(ComplexPart target, ComplexPart other) {
    if (one.shape().length != 2) {
      return;
    }
    long size = random.nextLong(1, Math.min(one.shape()[0], one.shape()[1]) + 1);
    target.move(Patch.at(0, 0).size(size, size));
    other.move(target.patch);
    target.section().transposeFrom(other.section());
    Complex[] source = other.part();
    target.places.forEach(
        target.patch,
        (place, number) ->
            target.values[place] = source[(int) (number % size * size + number / size)]);
  }

  private void totals(ComplexPart target, ComplexSection<A> operand, Complex[] own, Complex[] a) {
    Complex sum = new Complex(0, 0);
    Complex dot = sum;
    double squares = 0;
    for (int i = 0; i < own.length; i++) {
      sum = sum.plus(own[i]);
      dot = dot.plus(own[i].times(a[i]));
      squares += own[i].times(own[i].conjugate()).real();
    }
    assertSame(sum, target.section().sum());
    assertSame(dot, target.section().dot(operand));
    assertEquals(Math.sqrt(squares), target.section().norm());
    long found = target.section().count((x, y) -> x > y);
    assertEquals(Arrays.stream(own).filter(one -> one.real() > one.imaginary()).count(), found);
    norms(target, own);
    iterate(target, own);
    arrays.sync(); // other ranks change the values that this one has read
  }

  /** Compares sums of absolute values, whose order is open, of matrices and vectors. */
  private void norms(ComplexPart target, Complex[] own) {
    if (one.shape().length > 2) {
      return;
    }
    int columns = one.shape().length == 1 ? 1 : Math.max(1, (int) target.patch.extent(1));
    double[] ofColumns = new double[columns];
    double[] ofRows = new double[own.length / columns];
    for (int i = 0; i < own.length; i++) {
      ofColumns[i % columns] += own[i].abs();
      ofRows[i / columns] += own[i].abs();
    }
    double most = Arrays.stream(ofColumns).max().orElse(0);
    assertEquals(most, target.section().norm1(), 1e-9);
    most = Arrays.stream(ofRows).max().orElse(0);
    assertEquals(most, target.section().normInfinity(), 1e-9);
  }

  /** Compares all elements one by one, and then those that this rank owns. */
  private void iterate(ComplexPart target, Complex[] own) {
    List<Complex> all = new ArrayList<>();
    target.section().forEachOneSided((_, x, y) -> all.add(new Complex(x, y)));
    assertEquals(Arrays.asList(own), all);
    long[] elements = new long[1];
    target
        .section()
        .forEach(
            (index, x, y) -> {
              assertSame(target.values[target.places.place(index)], new Complex(x, y));
              elements[0]++;
            });
    long expected =
        target.array.distribution().blocks(arrays.group().rank()).stream()
            .mapToLong(block -> block.intersection(target.patch).elements())
            .sum();
    assertEquals(expected, elements[0]);
  }

  /** Compares single elements on one rank, and the own blocks on all. */
  private void check(ComplexPart target) {
    Patch whole = target.array.patch();
    if (arrays.group().rank() == random.nextInt(arrays.group().size())) {
      for (int i = 0; i < target.values.length; i++) {
        assertSame(target.values[i], target.array.get(PlainArray.index(whole, i)));
      }
    }
    for (ComplexView view : target.array.blocks()) {
      target.places.forEach(
          view.patch(),
          (place, number) ->
              assertSame(target.values[place], view.get(PlainArray.index(view.patch(), number))));
    }
    arrays.sync();
  }

  /** Zeros of either sign are equal. */
  private static void assertSame(Complex expected, Complex found) {
    assertEquals(expected.real() + 0.0, found.real() + 0.0);
    assertEquals(expected.imaginary() + 0.0, found.imaginary() + 0.0);
  }
}
