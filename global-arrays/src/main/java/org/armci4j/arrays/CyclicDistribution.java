package org.armci4j.arrays;

import java.util.Arrays;
import java.util.Objects;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.error.ArmciException;

/**
 * A distribution that deals out its blocks. With a process grid, the place of a block in each
 * dimension modulo that of the process grid is the place of its owner. Without one, the process
 * grid is as large as the grid of blocks, and the ranks take its places in turn.
 *
 * <p>A rank's blocks have numbers, called slots: with a process grid row-major in the grid of its
 * own blocks, otherwise in the order of all blocks.
 *
 * <p>Source: Global Arrays' {@code GA_Set_block_cyclic}, {@code GA_Set_tiled_proc_grid}, {@code
 * GA_Set_tiled_irreg_proc_grid}.
 */
final class CyclicDistribution extends Distribution {
  /** Most blocks of a dimension: each rank keeps their limits. */
  private static final int MOST_BLOCKS = 1 << 24;

  private final boolean hasProcessGrid;

  /** The process grid, or the grid of blocks where there is none. */
  private final int[] places;

  /** The number of all blocks. */
  private final int blocks;

  /**
   * @param processGrid the number of ranks in each dimension; none to take the ranks in turn
   */
  CyclicDistribution(int ranks, long[] shape, long[][] starts, int[] processGrid) {
    super(ranks, shape, starts);
    this.hasProcessGrid = processGrid.length > 0;
    this.places = hasProcessGrid ? processGrid : grid();
    this.blocks = countBlocks();
    if (hasProcessGrid) {
      requireProcessGrid();
    }
  }

  private int countBlocks() {
    long count = 1;
    for (int d = 0; d < dimensions(); d++) {
      count *= blockCount(d);
      if (count > Integer.MAX_VALUE) {
        throw new ArmciException(
            Text.format(
                "a grid of %s blocks has more than %d; give larger blocks",
                Arrays.toString(grid()), Integer.MAX_VALUE));
      }
    }
    return (int) count;
  }

  private void requireProcessGrid() {
    long needed = 1;
    for (int count : places) {
      needed = Math.min(needed * Math.max(count, 0), Integer.MAX_VALUE);
    }
    if (places.length != dimensions() || needed == 0 || needed > ranks()) {
      throw new ArmciException(
          Text.format(
              "a process grid of an array of %s has %d positive numbers, whose product is at most"
                  + " the %d ranks of the group; it is not %s",
              text(shape()), dimensions(), ranks(), Arrays.toString(places)));
    }
  }

  /** Returns the first indices of blocks of one size. */
  static long[][] starts(long[] shape, long[] sizes) {
    boolean positive =
        Arrays.stream(Objects.requireNonNull(sizes, "sizes")).allMatch(size -> size > 0);
    if (sizes.length != shape.length || !positive) {
      throw new ArmciException(
          Text.format(
              "block-cyclic blocks of an array of %s have %d positive sizes, not %s",
              text(shape), shape.length, Arrays.toString(sizes)));
    }
    long[][] starts = new long[shape.length][];
    for (int d = 0; d < shape.length; d++) {
      long count = Math.ceilDiv(shape[d], sizes[d]);
      if (count > MOST_BLOCKS) {
        throw new ArmciException(
            Text.format(
                "blocks of %d indices are %d in dimension %d, and at most %d are allowed",
                sizes[d], count, d, MOST_BLOCKS));
      }
      long size = sizes[d];
      starts[d] = new long[(int) count];
      Arrays.setAll(starts[d], block -> block * size);
    }
    return starts;
  }

  @Override
  public int[] processGrid() {
    return hasProcessGrid ? places.clone() : new int[0];
  }

  @Override
  public boolean isCyclic() {
    return true;
  }

  @Override
  int next(int dimension, int number, int block) {
    return number * places[dimension] + block % places[dimension];
  }

  @Override
  int ownerOfNumber(int number) {
    return number % ranks();
  }

  @Override
  int slot(int[] block) {
    int number = 0;
    for (int d = 0; d < dimensions(); d++) {
      number = nextSlot(d, number, block[d]);
    }
    return slotOfNumber(number);
  }

  /** Returns the number that leads to the slot of a block, with one dimension more. */
  int nextSlot(int dimension, int number, int block) {
    int radix = places[dimension];
    return hasProcessGrid
        ? number * along(dimension, block % radix) + block / radix
        : number * radix + block;
  }

  /** Returns the slot of a block with a number. */
  int slotOfNumber(int number) {
    return hasProcessGrid ? number : number / ranks();
  }

  /** Returns how many blocks of a dimension belong to a place of the process grid. */
  private int along(int dimension, int place) {
    return (blockCount(dimension) - place + places[dimension] - 1) / places[dimension];
  }

  @Override
  int blocksOf(int rank) {
    if (!hasProcessGrid) {
      return (int) (((long) blocks - rank + ranks() - 1) / ranks());
    }
    int count = 1;
    int rest = rank;
    for (int d = dimensions() - 1; d >= 0; d--) {
      count *= along(d, rest % places[d]);
      rest /= places[d];
    }
    return rest == 0 ? count : 0;
  }

  @Override
  void locate(int rank, int slot, int[] block) {
    int place = hasProcessGrid ? rank : slot * ranks() + rank;
    int number = hasProcessGrid ? slot : 0;
    for (int d = dimensions() - 1; d >= 0; d--) {
      int first = place % places[d];
      place /= places[d];
      int count = along(d, first);
      block[d] = first + number % count * places[d];
      number /= count;
    }
  }
}
