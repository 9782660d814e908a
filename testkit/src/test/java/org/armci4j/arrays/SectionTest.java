package org.armci4j.arrays;

import static org.armci4j.lab.contracts.CallRefusals.refused;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import org.armci4j.Armci;
import org.armci4j.testkit.ArmciTest;
import org.armci4j.testkit.job.NetworkJobs;
import org.junit.jupiter.api.Test;

/** Sections beside what {@link SectionProgram} does: sizes, special numbers, refusals. */
class SectionTest {
  /** More elements than are copied together. */
  private static final int ROWS = 700;

  private static final int COLUMNS = 600;

  /** Of equal elements, the first one of the array is behind another one in the rank's memory. */
  @ArmciTest(ranks = 2)
  void theFirstOfEqualElementsIsChosenAmongBlocks(Armci armci) {
    GlobalArrays arrays = GlobalArrays.of(armci);
    ArrayBuilder description = arrays.array(4, 4).blockCyclic(2, 2).processGrid(1, 1);
    DoubleArray numbers = description.doubles();
    LongArray counts = description.longs();
    numbers.map((index, _) -> index[0] + index[1] / 2 == 1 && index[1] % 2 == 0 ? 5 : 0);
    counts.map((index, _) -> index[0] + index[1] / 2 == 1 && index[1] % 2 == 0 ? 5 : 0);
    assertEquals(5, counts.get(1, 0));
    assertArrayEquals(new long[] {0, 2}, numbers.maxIndex());
    assertArrayEquals(new long[] {0, 2}, counts.maxIndex());
  }

  @ArmciTest(ranks = 2)
  void largeOperandsAreCopiedInTiles(Armci armci) {
    GlobalArrays arrays = GlobalArrays.of(armci);
    DoubleArray a = arrays.array(ROWS, COLUMNS).chunks(ROWS, 0).doubles();
    DoubleArray b = arrays.array(ROWS + 3, COLUMNS).chunks(0, COLUMNS).ghosts(1, 2).doubles();
    b.map((index, _) -> index[0] * COLUMNS + index[1]);
    Patch below = Patch.at(3, 0).size(ROWS, COLUMNS);
    FloatingSection<double[]> all = a.section(a.distribution().whole());
    all.combine(b.section(below), b.section(Patch.at(0, 0).size(ROWS, COLUMNS)), (x, y) -> x - y);
    assertEquals(3.0 * COLUMNS * ROWS * COLUMNS, a.sum());
    assertEquals(3.0 * COLUMNS, a.max());
    a.section(Patch.at(1, 1).size(2, 3)).map(x -> 1 / x);
    assertEquals(1 / (3.0 * COLUMNS), a.min());
    all.add(1, b.section(below), 0, all);
    assertEquals(b.section(below).sum(), a.sum());
    assertEquals(b.section(below).dot(b.section(below)), all.dot(b.section(below)));
    assertEquals(b.section(below).norm1(), a.norm1());
    assertEquals(b.section(below).normInfinity(), a.normInfinity());
    LongArray line = arrays.array((long) ROWS * COLUMNS).longs();
    LongArray sums = arrays.array((long) ROWS * COLUMNS).blocks(new long[] {0, 7}).longs();
    line.fill(3);
    sums.scanFrom(line);
    sums.map((index, value) -> value - 3 * index[0]);
    assertEquals(3, sums.min());
    assertEquals(3, sums.max());
  }

  /** Copies are under way when the action throws. */
  @Test
  void anActionThatThrowsEndsAWalkOverANetwork() {
    NetworkJobs.threads("fake", 2)
        .run(
            armci -> {
              GlobalArrays arrays = GlobalArrays.of(armci);
              DoubleArray a = arrays.array(ROWS, COLUMNS).doubles();
              a.map((index, _) -> index[0]);
              assertThrows(
                  IllegalStateException.class,
                  () ->
                      a.forEachOneSided(
                          (index, value) -> {
                            assertEquals((double) index[0], value);
                            if (index[0] == 100) {
                              throw new IllegalStateException("enough");
                            }
                          }));
              double[] sum = {0};
              a.forEachOneSided((_, value) -> sum[0] += value);
              assertEquals(COLUMNS * (ROWS - 1) * ROWS / 2.0, sum[0]);
              arrays.sync();
            });
  }

  @ArmciTest(ranks = 3)
  void specialNumbersAreChosenInTheirOrder(Armci armci) {
    GlobalArrays arrays = GlobalArrays.of(armci);
    FloatArray a = arrays.array(4, 3).chunks(0, 3).floats();
    IntegralArray<byte[]> bytes = arrays.array(7).bytes();
    assertArrayEquals(new long[] {0, 0}, a.minIndex());
    assertArrayEquals(new long[1], bytes.maxIndex());
    a.sync();
    if (armci.rank() == 0) {
      a.put(-0.0, 2, 1);
      a.put(-0.0, 3, 0);
    }
    assertArrayEquals(new long[] {2, 1}, a.minIndex());
    assertArrayEquals(new long[] {0, 0}, a.maxIndex());
    a.sync();
    if (armci.rank() == 1) {
      a.put(Double.NaN, 3, 2);
      a.put(Double.NaN, 1, 2);
      a.put(Double.NEGATIVE_INFINITY, 0, 2);
    }
    assertArrayEquals(new long[] {1, 2}, a.minIndex());
    assertArrayEquals(new long[] {1, 2}, a.maxIndex());
    assertTrue(Double.isNaN(a.norm1()));
    assertTrue(Double.isNaN(a.normInfinity()));
    FloatingSection<float[]> row = a.section(Patch.at(0, 0).size(1, 3));
    assertArrayEquals(new long[] {0, 2}, row.minIndex());
    assertArrayEquals(new long[] {0, 0}, row.maxIndex());
    a.median(a, a, a);
    assertTrue(Double.isNaN(a.get(1, 2)));
    assertEquals(Double.NEGATIVE_INFINITY, a.get(0, 2));
  }

  @ArmciTest(ranks = 4)
  void randomNumbersDoNotDependOnTheDistribution(Armci armci) {
    GlobalArrays arrays = GlobalArrays.of(armci);
    DoubleArray a = arrays.array(90, 70).chunks(90, 0).doubles();
    DoubleArray b = arrays.array(90, 70).chunks(0, 70).ghosts(1, 1).doubles();
    a.randomize(42);
    Patch patch = Patch.at(10, 5).size(60, 50);
    b.section(patch).randomize(42);
    b.section(patch).combine(b.section(patch), a.section(patch), (x, y) -> x == y ? 0 : 1);
    assertEquals(0, b.sum());
    double[] sums = {a.sum(), a.min(), a.max()};
    assertEquals(0.5, sums[0] / (90 * 70), 0.02);
    assertTrue(0 <= sums[1] && sums[1] < 0.01 && 0.99 < sums[2] && sums[2] < 1);
    a.sync();
    a.randomize(43);
    assertNotEquals(sums[0], a.sum());
    FloatArray floats = arrays.array(1 << 20).floats();
    floats.randomize(-1);
    assertTrue(floats.max() < 1);
    IntArray dice = arrays.array(600).ints();
    dice.randomize(7, 1, 7);
    assertEquals(1, dice.min());
    assertEquals(6, dice.max());
    LongArray any = arrays.array(600).longs();
    any.randomize(7, Long.MIN_VALUE, Long.MAX_VALUE);
    assertTrue(any.min() < Long.MIN_VALUE / 2 && any.max() > Long.MAX_VALUE / 2);
  }

  /** The numbers of a seed are a promise: a program that runs again finds the same ones. */
  @ArmciTest(ranks = 2)
  void randomNumbersAreThoseOfJava(Armci armci) {
    GlobalArrays arrays = GlobalArrays.of(armci);
    DoubleArray a = arrays.array(5, 8).doubles();
    a.randomize(0); // which the mixing function keeps
    SplittableRandom expected = new SplittableRandom(0);
    double[] found = new double[40];
    a.get(a.distribution().whole(), found);
    for (double one : found) {
      assertEquals(expected.nextDouble(), one);
    }
  }

  @ArmciTest(ranks = 2)
  void wrongSectionsAreRefused(Armci armci) {
    GlobalArrays others = GlobalArrays.of(armci);
    GlobalArrays arrays = GlobalArrays.of(armci);
    String where = " by rank " + armci.rank() + " on array grid: ";
    DoubleArray a = arrays.array(6, 5).name("grid").doubles();
    DoubleArray b = arrays.array(5, 6).name("b").doubles();
    DoubleArray cube = arrays.array(2, 2, 2).doubles();
    IntArray numbers = arrays.array(9).ints();
    DoubleArray foreign = others.array(6, 5).doubles();
    FloatingSection<double[]> one = a.section(Patch.at(0, 0).size(3, 3));
    FloatingSection<double[]> near = a.section(Patch.at(1, 0).size(3, 3));
    refused(
        "section" + where + "patch [0..7, 0..1) is outside: dimension 0 has the indices 0 to 5",
        () -> a.section(Patch.at(0, 0).size(7, 1)));
    refused("has 1 dimensions, and the array has 2", () -> a.section(Patch.at(0)));
    refused(
        "add" + where + "section [0..5, 0..6) of array b has not the sizes of [0..6, 0..5)",
        () -> a.add(1, a, 1, b));
    refused("combine" + where + "section [0..5", () -> a.combine(b, a, Math::max));
    refused("median" + where + "section [0..5", () -> a.median(a, a, b));
    refused("dot" + where + "section [0..5", () -> a.dot(b));
    refused("overlaps with [0..3, 0..3), which is written", () -> one.add(1, one, 1, near));
    refused("overlaps with", () -> one.combine(near, one, Math::min));
    refused("overlaps with", () -> one.median(one, one, near));
    refused(
        "overlaps with",
        () -> numbers.section(Patch.at(0).size(4)).scanFrom(numbers.section(Patch.at(1).size(4))));
    refused("is of other GlobalArrays", () -> a.dot(foreign));
    refused("is of other GlobalArrays", () -> a.combine(a, foreign, Math::max));
    refused("scanFrom" + where + "the array has 2 dimensions", () -> a.scanFrom(a));
    refused("takes at most 1", () -> a.exclusiveScanFrom(a));
    refused("norm1", () -> cube.norm1());
    refused("3 dimensions, and the operation takes at most 2", cube::normInfinity);
    FloatingSection<double[]> empty = a.section(Patch.at(2, 2).size(0, 3));
    refused("section [2..2, 2..5) has no element to choose", empty::minIndex);
    refused("maxIndex", empty::maxIndex);
    refused("the upper limit 3 is not above the lower one, 3", () -> numbers.randomize(1, 3, 3));
    assertThrows(NullPointerException.class, () -> a.section(null));
    assertThrows(NullPointerException.class, () -> one.add(1, null, 1, one));
    assertThrows(NullPointerException.class, () -> one.combine(one, one, null));
    assertEquals(0, a.sum());
    a.close();
    refused("fill" + where + "the array has been closed", () -> one.fill(1));
    refused("the array has been closed", () -> one.sum());
    refused("the array has been closed", () -> one.minIndex());
    refused("the array has been closed", () -> a.section(Patch.at(0, 0)));
  }
}
