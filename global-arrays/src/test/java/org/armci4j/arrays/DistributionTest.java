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

  /** Owners are found anew: from the sizes of the blocks alone. */
  @Property(tries = 200)
  void blocksAreDealtOut(
      @ForAll("shapes") long[] shape,
      @ForAll @IntRange(min = 1, max = 9) int ranks,
      @ForAll @IntRange(min = 1, max = 5) int size,
      @ForAll @IntRange(min = 0, max = 3) int row) {
    long[] sizes = new long[shape.length];
    Arrays.setAll(sizes, d -> size + d % 2);
    int[] grid = new int[row == 0 ? 0 : shape.length];
    Arrays.fill(grid, 1);
    if (row > 0) {
      grid[0] = Math.min(row, ranks);
      grid[shape.length - 1] *= ranks / grid[0];
    }
    Distribution distribution = Distribution.blockCyclic(ranks, shape, sizes, grid);
    assertArrayEquals(grid, distribution.processGrid());
    long elements = 0;
    for (int rank = 0; rank < ranks; rank++) {
      List<Patch> blocks = distribution.blocks(rank);
      for (int slot = 0; slot < blocks.size(); slot++) {
        Patch block = blocks.get(slot);
        assertEquals(slot, distribution.slotWith(rank, block));
        assertEquals(-1, distribution.slotWith((rank + 1) % (ranks + 1), block));
        elements += block.elements();
        for (long number = 0; number < block.elements(); number++) {
          long[] index = index(block, number);
          assertEquals(rank, distribution.owner(index));
          assertEquals(rank, dealtTo(ranks, shape, sizes, grid, index));
        }
      }
    }
    assertEquals(distribution.whole().elements(), elements);
  }

  private static long dealtTo(int ranks, long[] shape, long[] sizes, int[] grid, long[] index) {
    long owner = 0;
    for (int d = 0; d < shape.length; d++) {
      long block = index[d] / sizes[d];
      owner =
          grid.length > 0
              ? owner * grid[d] + block % grid[d]
              : owner * ((shape[d] + sizes[d] - 1) / sizes[d]) + block;
    }
    return owner % ranks;
  }

  @Test
  void blocksOfAProcessGridLieRowByRow() {
    Distribution distribution =
        Distribution.blockCyclic(6, new long[] {7, 9}, new long[] {2, 3}, 2, 2);
    assertEquals(
        List.of(Patch.at(0, 3).size(2, 3), Patch.at(4, 3).size(2, 3)), distribution.blocks(1));
    assertEquals(
        List.of(Patch.at(2, 0).size(2, 3), Patch.at(2, 6).size(2, 3), Patch.at(6, 0).size(1, 3)),
        distribution.blocks(2).subList(0, 3));
    assertEquals(List.of(), distribution.blocks(4));
    assertTrue(distribution.isCyclic());
    assertEquals(
        """
        7 x 9 in blocks [4, 3], block-cyclic, on 6 ranks
        rank 0: [0..2, 0..3), [0..2, 6..9), [4..6, 0..3), [4..6, 6..9)
        """,
        String.join("", distribution.toText().lines().limit(2).map(line -> line + "\n").toList()));
    assertTrue(
        Distribution.blockCyclic(1, new long[] {7}, new long[] {1})
            .toText()
            .endsWith("rank 0: [0..1), [1..2), [2..3), ... of 7 blocks\n"));
  }

  @Test
  void distributionsDifferByTheirOwners() {
    long[] shape = {8, 8};
    long[] sizes = {2, 2};
    List<Distribution> all =
        List.of(
            Distribution.irregular(16, shape, new long[] {0, 2, 4, 6}, new long[] {0, 2, 4, 6}),
            Distribution.blockCyclic(16, shape, sizes),
            Distribution.blockCyclic(16, shape, sizes, 2, 2),
            Distribution.blockCyclic(16, shape, sizes, 4, 1));
    assertEquals(4, all.stream().distinct().count());
    assertEquals(4, all.stream().map(Distribution::fingerprint).distinct().count());
    assertEquals(all.get(2), Distribution.blockCyclic(16, shape, sizes, 2, 2));
  }

  @Test
  void wrongBlockCyclicDistributionsAreRefused() {
    long[] shape = {10, 1L << 25};
    long[] sizes = {3, 4};
    refused(
        "have 2 positive sizes, not [3]", () -> Distribution.blockCyclic(4, shape, new long[] {3}));
    refused("not [3, 0]", () -> Distribution.blockCyclic(4, shape, new long[] {3, 0}));
    refused("at most 16777216", () -> Distribution.blockCyclic(4, shape, new long[] {3, 1}));
    refused(
        "give larger blocks",
        () -> Distribution.blockCyclic(4, new long[] {1 << 16, 1 << 16}, new long[] {1, 1}));
    refused("not [2, 3]", () -> Distribution.blockCyclic(4, shape, sizes, 2, 3));
    refused("not [2]", () -> Distribution.blockCyclic(4, shape, sizes, 2));
    refused("not [-2, -2]", () -> Distribution.blockCyclic(4, shape, sizes, -2, -2));
    refused("take blocks(rank)", () -> Distribution.blockCyclic(4, shape, sizes).block(0));
    refused("no rank 4", () -> Distribution.blockCyclic(4, shape, sizes).blocks(4));
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
