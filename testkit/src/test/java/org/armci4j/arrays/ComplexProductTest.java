package org.armci4j.arrays;

import static org.armci4j.lab.contracts.CallRefusals.refused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Locale;
import java.util.SplittableRandom;
import org.armci4j.Armci;
import org.armci4j.arrays.kernel.ElementKind;
import org.armci4j.testkit.ArmciTest;
import org.armci4j.testkit.job.NetworkJobs;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Products of complex matrices are those of a plain loop, in all forms of the factors. Elements are
 * whole numbers, whose sums are exact in any order and type. The system property {@code test.seed}
 * repeats the draws of a run.
 */
class ComplexProductTest {
  private static final long SEED = Long.getLong("test.seed", System.nanoTime());
  private static final Complex ZERO = new Complex(0, 0);

  /** A matrix in one place, row-major. */
  private record PlainComplex(int rows, int columns, Complex[] values) {
    static PlainComplex whole(int rows, int columns, SplittableRandom random) {
      Complex[] values = new Complex[rows * columns];
      for (int i = 0; i < values.length; i++) {
        values[i] = new Complex(random.nextInt(-8, 9), random.nextInt(-8, 9));
      }
      return new PlainComplex(rows, columns, values);
    }

    Complex at(long i, long j) {
      return values[(int) (i * columns + j)];
    }

    /** Returns an element of the matrix in a form. */
    Complex at(FactorForm form, long i, long j) {
      return switch (form) {
        case AS_IT_IS -> at(i, j);
        case TRANSPOSED -> at(j, i);
        case ADJOINT -> at(j, i).conjugate();
      };
    }
  }

  @ParameterizedTest
  @CsvSource({"local, 3", "fake, 1"})
  void productsAreThoseOfThePlainLoop(String transport, int cases) {
    System.out.printf(Locale.ROOT, "complex products over %s: -Dtest.seed=%d%n", transport, SEED);
    SplittableRandom random = new SplittableRandom(SEED);
    for (int i = 0; i < cases; i++) {
      int ranks = random.nextInt(1, 5);
      long seed = random.nextLong();
      NetworkJobs.threads(transport, ranks).run(armci -> multiplyAll(armci, seed));
    }
  }

  private static void multiplyAll(Armci armci, long seed) {
    GlobalArrays arrays = GlobalArrays.of(armci);
    SplittableRandom random = new SplittableRandom(seed);
    for (FactorForm a : FactorForm.values()) {
      for (FactorForm b : FactorForm.values()) {
        multiply(arrays, ElementKind.COMPLEX_DOUBLE, a, b, random);
        multiply(arrays, ElementKind.COMPLEX_FLOAT, a, b, random);
      }
    }
  }

  private static <A> void multiply(
      GlobalArrays arrays, ElementKind kind, FactorForm a, FactorForm b, SplittableRandom random) {
    int m = random.nextInt(1, 20);
    int k = random.nextInt(1, 600); // several panels
    int n = random.nextInt(1, 20);
    Complex alpha = new Complex(random.nextInt(-3, 4), random.nextInt(-3, 4));
    Complex beta = random.nextBoolean() ? ZERO : new Complex(random.nextInt(-3, 4), 1);
    PlainComplex left = a == FactorForm.AS_IT_IS ? draw(m, k, random) : draw(k, m, random);
    PlainComplex right = b == FactorForm.AS_IT_IS ? draw(k, n, random) : draw(n, k, random);
    PlainComplex old = draw(m, n, random);
    try (ComplexArray<A> first = array(arrays, kind, left, random);
        ComplexArray<A> second = array(arrays, kind, right, random);
        ComplexArray<A> result = array(arrays, kind, old, random)) {
      if (beta.equals(ZERO)) {
        result.fill(new Complex(Double.NaN, 1));
      }
      result.multiply(alpha, first, a, second, b, beta);
      for (int i = 0; i < m; i++) {
        for (int j = 0; j < n; j++) {
          Complex sum = ZERO;
          for (int inner = 0; inner < k; inner++) {
            sum = sum.plus(left.at(a, i, inner).times(right.at(b, inner, j)));
          }
          Complex expected = alpha.times(sum).plus(beta.times(old.at(i, j)));
          Complex found = result.get(i, j);
          assertEquals(expected.real() + 0.0, found.real() + 0.0, kind + " " + a + " " + b);
          assertEquals(expected.imaginary() + 0.0, found.imaginary() + 0.0, kind + " " + a + b);
        }
      }
      arrays.sync();
    }
  }

  private static PlainComplex draw(int rows, int columns, SplittableRandom random) {
    return PlainComplex.whole(rows, columns, random);
  }

  /** Creates an array with any distribution and ghosts. Collective. */
  @SuppressWarnings("unchecked") // the kind is that of A
  private static <A> ComplexArray<A> array(
      GlobalArrays arrays, ElementKind kind, PlainComplex model, SplittableRandom random) {
    long[] shape = {model.rows(), model.columns()};
    ArrayCase any =
        new ArrayCase(
            arrays.group().size(),
            shape,
            kind,
            random.nextInt(ArrayCase.CUTS),
            random.nextInt(3),
            random.nextLong());
    ComplexArray<A> array = (ComplexArray<A>) any.create(arrays);
    array.map((index, _) -> model.at(index[0], index[1]));
    return array;
  }

  @ArmciTest(ranks = 3)
  void patchesAreMultiplied(Armci armci) {
    GlobalArrays arrays = GlobalArrays.of(armci);
    ComplexArray<double[]> a = arrays.array(6, 5).complexDoubles();
    ComplexArray<double[]> c = arrays.array(4, 4).complexDoubles();
    a.map((index, _) -> new Complex(index[0], index[1]));
    c.fill(new Complex(0, 1));
    ComplexSection<double[]> corner = a.section(Patch.at(2, 1).size(2, 3));
    Complex one = new Complex(1, 0);
    c.section(Patch.at(1, 1).size(2, 2))
        .multiply(one, corner, FactorForm.AS_IT_IS, corner, FactorForm.ADJOINT, one);
    // (2 + i)(2 - i) + (2 + 2i)(2 - 2i) + (2 + 3i)(2 - 3i), and (2 + i)(3 - i) and so on
    assertEquals(new Complex(26, 1), c.get(1, 1));
    assertEquals(new Complex(32, 7), c.get(1, 2));
    assertEquals(new Complex(0, 1), c.get(0, 1));
    c.section(Patch.at(0, 0).size(1, 1))
        .multiply(
            one, c.section(Patch.at(1, 1).size(1, 2)), a.section(Patch.at(0, 0).size(2, 1)), one);
    assertEquals(new Complex(32, 8), c.get(0, 0), "(26 + i) 0 + (32 + 7i) 1 + i");
    c.sync();
  }

  @ArmciTest(ranks = 2)
  void wrongFactorsAreRefused(Armci armci) {
    GlobalArrays arrays = GlobalArrays.of(armci);
    ComplexArray<float[]> a = arrays.array(4, 5).complexFloats();
    ComplexArray<float[]> c = arrays.array(4, 4).complexFloats();
    Complex one = new Complex(1, 0);
    refused(
        "4 x 4 is not the shape of the product of 4 x 5 and 4 x 5",
        () -> c.multiply(one, a, a, one));
    refused(
        "of 4 x 5 conjugated and transposed and 4 x 5",
        () -> c.multiply(one, a, FactorForm.ADJOINT, a, FactorForm.AS_IT_IS, one));
    refused("overlaps with", () -> c.multiply(one, c, c, one));
    refused(
        "other GlobalArrays",
        () -> GlobalArrays.of(armci).array(4, 4).complexFloats().multiply(one, a, a, one));
    assertThrows(NullPointerException.class, () -> c.multiply(null, c, c, one));
    assertThrows(NullPointerException.class, () -> c.multiply(one, a, null, c, null, one));
    assertThrows(NullPointerException.class, () -> c.multiply(one, c, c, null));
  }
}
