package org.armci4j.arrays.kernel;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Locale;
import java.util.SplittableRandom;
import org.armci4j.VectorApi;
import org.armci4j.arrays.product.MatrixPart;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Products by plain loops, by vectors and by the choice between them are exact for whole numbers,
 * whatever the sizes and steps. The system property {@code test.seed} repeats the draws of a run.
 */
class DoubleProductTest {
  private static final int CASES = 150;
  private static final long MOST_PRODUCTS = 600_000;

  /** Sizes beside those of tiles, of blocks and of unrolled loops, and primes. */
  private static final int[] ROWS = {1, 2, 3, 4, 5, 8, 13, 63, 64, 65, 127, 128, 129, 131};

  private static final int[] INNER = {0, 1, 2, 3, 4, 5, 31, 255, 256, 257};
  private static final int[] COLUMNS = {
    1, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 32, 33, 511, 512, 513, 2047, 2048, 2049
  };

  private final long seed = Long.getLong("test.seed", System.nanoTime());
  private final SplittableRandom random = new SplittableRandom(seed);

  @BeforeAll
  static void loadVectors() {
    assertTrue(VectorApi.load(PackedProduct.class), "export jdk.internal.module to the tests");
  }

  /** A program does not see when vectors take over. */
  @Test
  void vectorsAndPlainLoopsAgreeBitForBit() {
    PlainProduct plain = new PlainProduct();
    PackedProduct vectors = new PackedProduct();
    for (int[] sizes : new int[][] {{1, 1, 1}, {5, 600, 33}, {70, 259, 31}, {3, 7, 300}}) {
      MatrixPart left = MatrixPart.of(numbers(sizes[0] * sizes[1]), 0, sizes[0], sizes[1]);
      MatrixPart right =
          MatrixPart.of(numbers(sizes[2] * sizes[1]), 0, sizes[2], sizes[1]).transposed();
      double[] one = numbers(sizes[0] * sizes[2]);
      double[] other = one.clone();
      plain.add(0.1, left, right, MatrixPart.of(one, 0, sizes[0], sizes[2]));
      vectors.add(0.1, left, right, MatrixPart.of(other, 0, sizes[0], sizes[2]));
      assertArrayEquals(one, other, () -> Arrays.toString(sizes) + ", seed " + seed);
    }
  }

  private double[] numbers(int count) {
    return random.doubles(count, -1, 1).toArray();
  }

  /** One of the ways to compute a product. */
  private interface Way {
    void add(double factor, MatrixPart left, MatrixPart right, MatrixPart result);
  }

  @Test
  void plainLoopsAreExact() {
    exact(new PlainProduct()::add);
  }

  @Test
  void vectorsAreExact() {
    exact(new PackedProduct()::add);
  }

  @Test
  void theChoiceIsExact() {
    DoubleProduct product = new DoubleProduct();
    exact(product::add);
    product.warmUp(); // in vain where the JVM has only its first compiler
    exact(product::add);
  }

  private void exact(Way way) {
    System.out.printf(Locale.ROOT, "products: -Dtest.seed=%d%n", seed);
    for (int i = 0; i < CASES; ) {
      int rows = draw(ROWS);
      int inner = draw(INNER);
      int columns = draw(COLUMNS);
      if ((long) rows * inner * columns <= MOST_PRODUCTS) {
        exact(way, rows, inner, columns);
        i++;
      }
    }
  }

  private int draw(int[] sizes) {
    return sizes[random.nextInt(sizes.length)];
  }

  private void exact(Way way, int rows, int inner, int columns) {
    MatrixPart left = matrix(rows, inner, random.nextBoolean());
    MatrixPart right = matrix(inner, columns, random.nextBoolean());
    MatrixPart result = matrix(rows, columns, false);
    double factor = random.nextInt(-2, 3);
    double[] expected = result.values().clone();
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < columns; j++) {
        for (int k = 0; k < inner; k++) {
          expected[result.place(i, j)] +=
              factor * left.values()[left.place(i, k)] * right.values()[right.place(k, j)];
        }
      }
    }
    way.add(factor, left, right, result);
    for (int i = 0; i < expected.length; i++) {
      // 0 is added, as products of 0 have either sign
      assertEquals(
          expected[i] + 0.0,
          result.values()[i] + 0.0,
          () -> "%s x %s, factor %s, seed %d".formatted(left, right, factor, seed));
    }
  }

  /** Draws whole numbers in the middle of an array of others that are none. */
  private MatrixPart matrix(int rows, int columns, boolean transposed) {
    int first = random.nextInt(5);
    int gap = random.nextInt(3);
    int step = (transposed ? rows : columns) + gap;
    double[] values = new double[first + (transposed ? columns : rows) * step + gap];
    MatrixPart matrix =
        transposed
            ? new MatrixPart(values, first, rows, columns, 1, step)
            : new MatrixPart(values, first, rows, columns, step, 1);
    Arrays.fill(values, Double.NaN);
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < columns; j++) {
        values[matrix.place(i, j)] = random.nextInt(-8, 9);
      }
    }
    return matrix;
  }
}
