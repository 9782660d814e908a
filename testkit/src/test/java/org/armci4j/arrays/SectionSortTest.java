package org.armci4j.arrays;

import static org.armci4j.lab.contracts.CallRefusals.refused;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.function.IntToDoubleFunction;
import java.util.function.IntToLongFunction;
import org.armci4j.Armci;
import org.armci4j.arrays.kernel.ElementKind;
import org.armci4j.testkit.ArmciTest;
import org.armci4j.testkit.job.NetworkJobs;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Sections are sorted as a Java array is, whatever the distribution, the type, the group, the
 * elements and the ranks. The system property {@code test.seed} repeats the draws of a run.
 */
class SectionSortTest {
  private static final long SEED = Long.getLong("test.seed", System.nanoTime());
  private static final int MOST_RANKS = 5;

  /** The types that have an order. */
  private static final List<ElementKind> KINDS =
      List.of(
          ElementKind.BYTE,
          ElementKind.INT,
          ElementKind.LONG,
          ElementKind.FLOAT,
          ElementKind.DOUBLE);

  private static final int MOST_ELEMENTS = 300;
  private static final double[] SPECIAL = {
    Double.NaN, -0.0, 0.0, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY, 1, -1
  };

  @ParameterizedTest
  @CsvSource({"local, 40", "fake, 10", "ucx, 3"})
  void sectionsAreSortedAsJavaArraysAre(String transport, int cases) {
    System.out.printf(Locale.ROOT, "sorts over %s: -Dtest.seed=%d%n", transport, SEED);
    SplittableRandom random = new SplittableRandom(SEED);
    for (int i = 0; i < cases; i++) {
      ElementKind kind = KINDS.get(i % KINDS.size());
      ArrayCase one = any(random, kind, random.nextInt(1, MOST_RANKS + 1));
      try {
        NetworkJobs.threads(transport, one.ranks()).run(armci -> sort(armci, one));
      } catch (AssertionError e) {
        throw new AssertionError(one + ": " + e.getMessage(), e);
      }
    }
  }

  @ArmciTest(ranks = 3, processes = true, timeoutSeconds = 300)
  void sectionsOfProcessesAreSorted(Armci armci) {
    SplittableRandom random = new SplittableRandom(1);
    for (ElementKind kind : KINDS) {
      sort(armci, any(random, kind, 3));
    }
  }

  private static ArrayCase any(SplittableRandom random, ElementKind kind, int ranks) {
    long[] shape = {random.nextInt(1, MOST_ELEMENTS)};
    return new ArrayCase(
        ranks, shape, kind, random.nextInt(ArrayCase.CUTS), random.nextInt(3), random.nextLong());
  }

  private static void sort(Armci armci, ArrayCase one) {
    GlobalArrays arrays = GlobalArrays.of(armci, one.group(armci));
    SplittableRandom random = new SplittableRandom(one.seed());
    GlobalArray<?> array = one.create(arrays);
    for (int i = 0; i < 3; i++) {
      int from = random.nextInt((int) one.shape()[0] + 1);
      int to = random.nextInt(from, (int) one.shape()[0] + 1);
      Patch patch = i == 0 ? array.patch() : Patch.at(from).to(to);
      int different = random.nextInt(1, 3 * MOST_ELEMENTS); // few make many equal elements
      switch (array) {
        case FloatingArray<?> numbers -> sort(numbers, patch, different, random);
        case IntegralArray<?> numbers -> sort(numbers, patch, different, random);
        case ComplexArray<?> _ -> throw new IllegalArgumentException("complex");
      }
    }
    arrays.close();
  }

  private static void sort(
      FloatingArray<?> array, Patch patch, int different, SplittableRandom random) {
    int length = (int) array.shape()[0];
    double[] model = new double[length];
    IntToDoubleFunction any =
        _ -> {
          int number = random.nextInt(different);
          return number < SPECIAL.length ? SPECIAL[number] : (float) Math.sin(number) * number;
        };
    Arrays.setAll(model, any);
    array.map((index, _) -> model[(int) index[0]]);
    array.section(patch).sort();
    Arrays.sort(model, (int) patch.lower(0), (int) patch.upper(0));
    assertArrayEquals(model, array.getDoubles(array.patch()));
    array.sync();
  }

  private static void sort(
      IntegralArray<?> array, Patch patch, int different, SplittableRandom random) {
    long[] model = new long[(int) array.shape()[0]];
    boolean wide = array instanceof LongArray && different % 2 == 0;
    boolean narrow = array instanceof ByteArray;
    IntToLongFunction any =
        _ -> {
          long number = wide ? random.nextLong() : random.nextInt(different) - 100;
          return wide && number % 5 == 0 ? Long.MIN_VALUE : narrow ? (byte) number : number;
        };
    Arrays.setAll(model, any);
    if (wide) {
      model[0] = Long.MAX_VALUE;
    }
    array.map((index, _) -> model[(int) index[0]]);
    array.section(patch).sort();
    Arrays.sort(model, (int) patch.lower(0), (int) patch.upper(0));
    long[] found = new long[model.length];
    Arrays.setAll(found, i -> array.get(i));
    assertArrayEquals(model, found);
    array.sync();
  }

  @ArmciTest(ranks = 2)
  void onlyArraysOfOneDimensionAreSorted(Armci armci) {
    GlobalArrays arrays = GlobalArrays.of(armci);
    DoubleArray a = arrays.array(2, 3).doubles();
    IntArray line = arrays.array(4).ints();
    refused("the array has 2 dimensions, and the operation takes at most 1", a::sort);
    line.close();
    refused("has been closed", line::sort);
  }
}
