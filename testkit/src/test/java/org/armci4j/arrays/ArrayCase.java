package org.armci4j.arrays;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.armci4j.Armci;
import org.armci4j.Group;
import org.armci4j.arrays.kernel.ElementKind;

/**
 * An array to test: of any type and shape, with any distribution, over some ranks.
 *
 * @param cuts 0 for a regular distribution, 1 for one with hints, 2 for an irregular one, 3 for a
 *     block-cyclic one, 4 for one with a process grid, 5 for one of irregular blocks
 * @param ghosts the width in every dimension; always 0 for a block-cyclic distribution
 * @param seed decides what else is random
 */
record ArrayCase(int ranks, long[] shape, ElementKind kind, int cuts, int ghosts, long seed) {
  /** How many ways there are to distribute an array, of which the last ones are block-cyclic. */
  static final int CUTS = 6;

  private static final int FIRST_CYCLIC = 3;
  private static final int MOST_RANKS = 8;

  /** Most indices of a dimension, by the number of dimensions. */
  private static final int[] MOST_INDICES = {0, 40, 20, 6, 6, 3, 3, 3};

  ArrayCase {
    ghosts = cuts < FIRST_CYCLIC ? ghosts : 0;
  }

  boolean isCyclic() {
    return cuts >= FIRST_CYCLIC;
  }

  /** Returns another way to distribute the array. */
  int otherCuts() {
    return (cuts + 2) % CUTS;
  }

  /** Draws an array. */
  static ArrayCase any(SplittableRandom random) {
    int dimensions = random.nextInt(1, MOST_INDICES.length);
    ElementKind[] kinds = ElementKind.values();
    return new ArrayCase(
        random.nextInt(1, MOST_RANKS + 1),
        random.longs(dimensions, 1, MOST_INDICES[dimensions] + 1L).toArray(),
        kinds[random.nextInt(kinds.length)],
        random.nextInt(CUTS),
        random.nextInt(3),
        random.nextLong());
  }

  /** Returns the ranks of the array, as the other form does. Collective. */
  Group group(Armci armci) {
    return group(armci, ranks, seed);
  }

  /** Returns how many ranks a job has whose {@link #group} has some: up to 2 more. */
  static int jobRanks(int ranks, long seed) {
    return ranks + (int) Math.floorMod(seed >> 8, 3L);
  }

  /**
   * Returns some ranks of a job, or all of them. They have their order or, for some seeds, the
   * opposite one. Collective.
   *
   * @return null on a rank that is not one of them
   */
  static Group group(Armci armci, int ranks, long seed) {
    boolean isOpposite = seed % 3 == 0;
    if (armci.size() == ranks && !isOpposite) {
      return armci.world();
    }
    boolean belongs = Math.floorMod(armci.rank() + seed, armci.size()) < ranks;
    return armci.world().split(belongs ? 0 : -1, isOpposite ? -armci.rank() : armci.rank());
  }

  /** Creates the array. Collective. */
  GlobalArray<?> create(GlobalArrays arrays) {
    return create(arrays.array(shape));
  }

  /** Creates an array of the shape, type and distribution of this case. */
  private GlobalArray<?> create(ArrayBuilder description) {
    int[] widths = new int[shape.length];
    Arrays.fill(widths, ghosts);
    description.name("case").ghosts(widths);
    switch (cuts) {
      case 1 -> description.chunks(sizes(-1, 10));
      case 2 -> description.blocks(starts(ranks));
      case 3 -> description.blockCyclic(sizes(1, 5));
      case 4 -> description.blockCyclic(sizes(1, 5)).processGrid(processGrid());
      case 5 -> description.blocks(starts(50)).processGrid(processGrid());
      default -> description.chunks();
    }
    return switch (kind) {
      case BYTE -> description.bytes();
      case INT -> description.ints();
      case LONG -> description.longs();
      case FLOAT -> description.floats();
      case DOUBLE -> description.doubles();
      case COMPLEX_FLOAT -> description.complexFloats();
      case COMPLEX_DOUBLE -> description.complexDoubles();
    };
  }

  private long[] sizes(long lower, long upper) {
    return new SplittableRandom(seed).longs(shape.length, lower, upper).toArray();
  }

  /** Returns a grid of some of the ranks. */
  private int[] processGrid() {
    SplittableRandom random = new SplittableRandom(seed + 1);
    int[] grid = new int[shape.length];
    int rest = ranks;
    for (int d = 0; d < grid.length; d++) {
      grid[d] = random.nextInt(1, rest + 1);
      rest /= grid[d];
    }
    return grid;
  }

  /** Returns blocks of any size, at most as many as given. */
  private long[][] starts(int most) {
    SplittableRandom random = new SplittableRandom(seed);
    long[][] starts = new long[shape.length][];
    int rest = most;
    for (int d = 0; d < shape.length; d++) {
      long blocks = random.nextLong(1, Math.min(rest, shape[d]) + 1);
      starts[d] =
          blocks == 1
              ? new long[1]
              : LongStream.concat(
                      LongStream.of(0), random.longs(1, shape[d]).distinct().limit(blocks - 1))
                  .sorted()
                  .toArray();
      rest /= (int) blocks;
    }
    return starts;
  }

  @Override
  public String toString() {
    return "ArrayCase[%d ranks, %s of %s, cuts %d, ghosts %d, seed %d]"
        .formatted(ranks, kind, Arrays.toString(shape), cuts, ghosts, seed);
  }
}
