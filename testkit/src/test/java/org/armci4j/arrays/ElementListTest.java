package org.armci4j.arrays;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.armci4j.Armci;
import org.armci4j.AtomicUpdate;
import org.armci4j.strided.IndexedTransfers;
import org.armci4j.testkit.job.NetworkJobs;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Lists of elements that are longer than what is planned together. The system property {@code
 * test.seed} repeats the draws of a run.
 */
class ElementListTest {
  private static final int ROWS = 200;
  private static final int COLUMNS = 100;
  private static final int ELEMENTS = ROWS * COLUMNS;
  private static final long SEED = Long.getLong("test.seed", System.nanoTime());

  static {
    assertEquals(1, ELEMENTS / IndexedTransfers.PIECE, "a list of all elements has two pieces");
  }

  @ParameterizedTest
  @ValueSource(strings = {"local", "fake"})
  void longListsGoInPieces(String transport) {
    System.out.printf(Locale.ROOT, "lists over %s: -Dtest.seed=%d%n", transport, SEED);
    NetworkJobs.threads(transport, 3).run(ElementListTest::moveLongLists);
  }

  private static void moveLongLists(Armci armci) {
    LongArray a = GlobalArrays.of(armci).array(ROWS, COLUMNS).ghosts(1, 2).longs();
    int[] shuffled = permutation(new SplittableRandom(SEED));
    if (armci.rank() == 0) {
      a.putElements(indices(shuffled), Arrays.stream(shuffled).asLongStream().toArray());
    }
    a.sync();
    long[] found = new long[ELEMENTS];
    a.getElements(indices(shuffled), found);
    assertArrayEquals(Arrays.stream(shuffled).asLongStream().toArray(), found);
    a.sync();
    long[] expected = new long[ELEMENTS];
    Arrays.setAll(expected, place -> place);
    for (int rank = 0; rank < armci.size(); rank++) {
      int[] places = new SplittableRandom(SEED + rank).ints(3 * ELEMENTS, 0, 500).toArray();
      for (int i = 0; i < places.length; i++) {
        expected[places[i]] += i;
      }
      if (rank == armci.rank()) {
        long[] summands = new long[places.length];
        Arrays.setAll(summands, i -> i);
        a.accumulateElements(indices(places), summands);
      }
    }
    a.sync();
    a.get(a.patch(), found);
    assertArrayEquals(expected, found, "all ranks have added to the same elements");
    a.sync();
  }

  /** Equally spaced elements become runs, in which the value has no distance to the next one. */
  @ParameterizedTest
  @ValueSource(strings = {"local", "fake"})
  void oneValueServesForALongList(String transport) {
    NetworkJobs.threads(transport, 3).run(ElementListTest::moveOneValue);
  }

  private static void moveOneValue(Armci armci) {
    LongArray a = GlobalArrays.of(armci).array(ROWS, COLUMNS).longs();
    long[] row = indices(IntStream.range(0, COLUMNS).toArray());
    long[] column = indices(IntStream.range(0, ROWS).map(i -> i * COLUMNS + 2).toArray());
    long[] all = indices(IntStream.range(0, ELEMENTS).toArray());
    if (armci.rank() == 1) {
      a.putElements(all, new long[] {5});
      a.accumulateElements(all, new long[] {2});
      a.putElements(row, new long[] {100});
      a.accumulateElements(column, new long[] {1});
      long[] before = new long[ELEMENTS];
      a.updateElements(AtomicUpdate.MAX, all, new long[] {8}, before);
      assertEquals(8 * (ROWS - 1) + 101, sumOf(before, column));
      a.compareAndSwapElements(all, new long[] {100}, new long[] {-1}, before);
      assertEquals(8 * (ROWS - 1) + 101, sumOf(before, column));
    }
    a.sync();
    a.forEach((index, value) -> assertEquals(index[0] > 0 ? 8 : index[1] == 2 ? 101 : -1, value));
    a.sync();
  }

  @ParameterizedTest
  @ValueSource(strings = {"local", "fake"})
  void floatingElementsAreComparedByTheirBits(String transport) {
    NetworkJobs.threads(transport, 2).run(ElementListTest::swapByBits);
  }

  private static void swapByBits(Armci armci) {
    GlobalArrays arrays = GlobalArrays.of(armci);
    DoubleArray doubles = arrays.array(4).doubles();
    FloatArray floats = arrays.array(4).floats();
    long[] all = {0, 1, 2, 3};
    if (armci.rank() == 0) {
      double[] before = {0.0, -0.0, Double.NaN, Double.longBitsToDouble(0x7ff8000000000001L)};
      float[] floatsBefore = {0.0f, -0.0f, Float.NaN, Float.intBitsToFloat(0x7fc00001)};
      doubles.putElements(all, before);
      floats.putElements(all, floatsBefore);
      double[] found = new double[4];
      float[] floatsFound = new float[4];
      doubles.compareAndSwapElements(all, new double[] {-0.0}, new double[] {1}, found);
      floats.compareAndSwapElements(all, new float[] {-0.0f}, new float[] {1}, floatsFound);
      assertArrayEquals(bits(before), bits(found));
      assertArrayEquals(floatsBefore, floatsFound);
      doubles.compareAndSwapElements(all, new double[] {Double.NaN}, new double[] {2}, found);
      floats.compareAndSwapElements(all, new float[] {Float.NaN}, new float[] {2}, floatsFound);
      assertArrayEquals(new double[] {0, 1, Double.NaN, Double.NaN}, found);
      doubles.getElements(all, found);
      floats.getElements(all, floatsFound);
      assertArrayEquals(new double[] {0, 1, 2, Double.NaN}, found, "a NaN of other bits stays");
      assertArrayEquals(new float[] {0, 1, 2, Float.NaN}, floatsFound);
    }
    arrays.sync();
  }

  private static long[] bits(double[] values) {
    return Arrays.stream(values).mapToLong(Double::doubleToRawLongBits).toArray();
  }

  private static long sumOf(long[] values, long[] indices) {
    return IntStream.range(0, indices.length / 2)
        .mapToLong(i -> values[(int) (indices[2 * i] * COLUMNS + indices[2 * i + 1])])
        .sum();
  }

  private static int[] permutation(SplittableRandom random) {
    int[] places = new int[ELEMENTS];
    for (int i = 1; i < ELEMENTS; i++) {
      int j = random.nextInt(i + 1);
      places[i] = places[j];
      places[j] = i;
    }
    return places;
  }

  private static long[] indices(int[] places) {
    long[] indices = new long[2 * places.length];
    for (int i = 0; i < places.length; i++) {
      indices[2 * i] = places[i] / COLUMNS;
      indices[2 * i + 1] = places[i] % COLUMNS;
    }
    return indices;
  }

  /** Of several plans, each is the largest once, so that all together are given back. */
  @ParameterizedTest
  @ValueSource(strings = {"local", "fake"})
  void manyOwnersHaveLongLists(String transport) {
    NetworkJobs.threads(transport, 7).run(ElementListTest::moveToOneAfterTheOther);
  }

  private static void moveToOneAfterTheOther(Armci armci) {
    int size = armci.size();
    int most = IndexedTransfers.PIECE - size;
    IntArray a = GlobalArrays.of(armci).array((long) size * most).ints();
    if (armci.rank() == 0) {
      for (int owner = 0; owner < size; owner++) {
        long[] indices = new long[size + most];
        for (int i = 0; i < most; i++) {
          indices[size + i] = (long) owner * most + most - 1 - i;
        }
        for (int i = 0; i < size; i++) {
          indices[i] = (long) i * most;
        }
        int[] summands = new int[indices.length];
        Arrays.setAll(summands, i -> i < size ? 0 : i);
        a.accumulateElements(indices, summands);
      }
    }
    a.sync();
    a.forEach((index, value) -> assertEquals(size + most - 1 - index[0] % most, value));
    a.sync();
  }
}
