package org.armci4j.arrays;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.armci4j.error.ArmciException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

class DistributionTest {
  @Provide
  Arbitrary<long[]> shapes() {
    return Arbitraries.longs().between(1, 12).array(long[].class).ofMinSize(1).ofMaxSize(4);
  }

  @Property(tries = 200)
  void everyElementHasOneOwner(
      @ForAll("shapes") long[] shape, @ForAll @IntRange(min = 1, max = 40) int ranks) {
    Distribution distribution = Distribution.regular(ranks, shape);
    long elements = 0;
    for (int rank = 0; rank < ranks; rank++) {
      Patch own = distribution.block(rank);
      elements += own.elements();
      for (long number = 0; number < own.elements(); number++) {
        assertEquals(rank, distribution.owner(index(own, number)));
      }
    }
    assertEquals(distribution.whole().elements(), elements);
    assertEquals(
        Arrays.stream(distribution.grid()).reduce(1, (a, b) -> a * b),
        distribution.owners(distribution.whole()).size());
  }

  /** Returns the indices of an element by its number in a patch. */
  private static long[] index(Patch patch, long number) {
    long[] index = new long[patch.dimensions()];
    long rest = number;
    for (int d = index.length - 1; d >= 0; d--) {
      index[d] = patch.lower(d) + rest % patch.extent(d);
      rest /= patch.extent(d);
    }
    return index;
  }

  @Test
  void blocksAreAsSquareAsTheRanksAllow() {
    assertArrayEquals(new int[] {2, 2}, Distribution.regular(4, new long[] {100, 100}).grid());
    assertArrayEquals(new int[] {4, 1}, Distribution.regular(4, new long[] {100, 10}).grid());
    assertArrayEquals(new int[] {2, 2, 2}, Distribution.regular(8, new long[] {50, 50, 50}).grid());
  }

  @Test
  void wishesKeepDimensionsTogether() {
    long[] shape = {100, 100};
    assertArrayEquals(new int[] {4, 1}, Distribution.regular(4, shape, 0, 100).grid());
    assertArrayEquals(new int[] {1, 1}, Distribution.regular(4, shape, 60, 60).grid());
  }

  @Test
  void aPatchKnowsItsOwners() {
    Distribution distribution =
        Distribution.irregular(4, new long[] {10, 10}, new long[] {0, 3}, new long[] {0, 8});
    assertEquals(
        List.of(
            new PatchPart(0, Patch.at(2, 7).size(1, 1)),
            new PatchPart(1, Patch.at(2, 8).size(1, 2)),
            new PatchPart(2, Patch.at(3, 7).size(2, 1)),
            new PatchPart(3, Patch.at(3, 8).size(2, 2))),
        distribution.owners(Patch.at(2, 7).size(3, 3)));
  }

  @Test
  void wrongDistributionsAreRefused() {
    long[] shape = {10, 10};
    refused("dimension 1", () -> Distribution.regular(2, new long[] {3, 0}));
    refused("1 to 7", () -> Distribution.regular(2, new long[8]));
    refused("not 3", () -> Distribution.regular(2, shape, 1, 1, 1));
    refused("dimension 0", () -> Distribution.irregular(4, shape, new long[] {1}, new long[1]));
    refused("dimension 1", () -> Distribution.irregular(4, shape, new long[1], new long[] {0, 10}));
    refused("has 1", () -> Distribution.irregular(1, shape, new long[] {0, 5}, new long[1]));
    refused("in 1", () -> Distribution.irregular(1, shape, new long[1]));
  }

  private static void refused(String word, Executable call) {
    String message = assertThrows(ArmciException.class, call).getMessage();
    assertTrue(message.contains(word), message);
  }
}
