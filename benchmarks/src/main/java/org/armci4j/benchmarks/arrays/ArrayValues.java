package org.armci4j.benchmarks.arrays;

import org.armci4j.arrays.ArrayBuilder;
import org.armci4j.arrays.DoubleArray;
import org.armci4j.arrays.FloatingView;
import org.armci4j.arrays.GlobalArrays;
import org.armci4j.bootstrap.text.Text;

/**
 * Knows what the arrays hold and what each operation must give. The values repeat every 16 rows and
 * columns, so that sums are short and exact. The peer's program has the same.
 */
final class ArrayValues {
  private static final int PERIOD = 16;

  /** Odd numbers, by which a multiplication modulo a power of two has an inverse. */
  private static final int FIRST_FACTOR = 0x9E3779B1;

  private static final int SECOND_FACTOR = 0x85EBCA77;

  private ArrayValues() {}

  /** Gives the value of an element. */
  interface At {
    double value(long i, long j);
  }

  /** Returns an element of the array, and of the left factor of a product. */
  static double left(long i, long j) {
    return (3 * i + 5 * j + i * j) & (PERIOD - 1);
  }

  /** Returns an element of the other array, and of the right factor of a product. */
  static double right(long i, long j) {
    return (7 * i + j + 3) & (PERIOD - 1);
  }

  /** Returns the sum of the products of both arrays' elements. */
  static double dot(int edge) {
    double sum = 0;
    for (int i = 0; i < PERIOD; i++) {
      for (int j = 0; j < PERIOD; j++) {
        sum += left(i, j) * right(i, j);
      }
    }
    double periods = (double) edge / PERIOD;
    return sum * periods * periods;
  }

  /** Returns an element of the product of two matrices. */
  static double product(long i, long j, int size) {
    double sum = 0;
    for (int k = 0; k < PERIOD; k++) {
      sum += left(i, k) * right(k, j);
    }
    return sum * size / PERIOD;
  }

  /**
   * Returns the indices of elements all over the array, none of them twice: a number is mixed by
   * steps that each have an inverse.
   *
   * @param edge of the array; a power of two
   */
  static long[] indices(int count, int edge) {
    int bits = 2 * Integer.numberOfTrailingZeros(edge);
    int mask = (1 << bits) - 1;
    long[] indices = new long[2 * count];
    for (int k = 0; k < count; k++) {
      int x = (k * FIRST_FACTOR) & mask;
      x ^= x >>> (bits / 2);
      x = (x * SECOND_FACTOR) & mask;
      x ^= x >>> (bits / 2);
      indices[2 * k] = x / edge;
      indices[2 * k + 1] = x % edge;
    }
    return indices;
  }

  /** Creates a square array whose blocks lie on the ranks as in the peer's program. Collective. */
  static DoubleArray create(GlobalArrays arrays, int edge, At at, int... ghosts) {
    int ranks = arrays.group().size();
    int columns = ranks % 2 == 0 ? 2 : 1;
    int rows = ranks / columns;
    ArrayBuilder builder =
        arrays.array(edge, edge).chunks(Math.ceilDiv(edge, rows), Math.ceilDiv(edge, columns));
    DoubleArray array = (ghosts.length == 0 ? builder : builder.ghosts(ghosts)).doubles();
    array.map((index, _) -> at.value(index[0], index[1]));
    return array;
  }

  /**
   * Checks this rank's own block.
   *
   * @param around how many ghosts around the block are checked too
   * @throws IllegalStateException when an element has another value
   */
  static void expectOwn(ArrayPoint point, DoubleArray array, int around, At at) {
    if (array.own().isEmpty()) {
      return;
    }
    FloatingView own = array.view();
    for (long i = own.lower(0) - around; i < own.upper(0) + around; i++) {
      for (long j = own.lower(1) - around; j < own.upper(1) + around; j++) {
        if (own.get(i, j) != at.value(i, j)) {
          throw wrong(point, Text.format("(%d, %d)", i, j), own.get(i, j), at.value(i, j));
        }
      }
    }
  }

  /** Checks one number. */
  static void expect(ArrayPoint point, int number, double found, double expected) {
    if (found != expected) {
      throw wrong(point, Integer.toString(number), found, expected);
    }
  }

  private static IllegalStateException wrong(
      ArrayPoint point, String place, double found, double expected) {
    return new IllegalStateException(
        Text.format("%s: element %s is %s, not %s", point.name(), place, found, expected));
  }
}
