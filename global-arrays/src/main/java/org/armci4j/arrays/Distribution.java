package org.armci4j.arrays;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.error.ArmciException;

/**
 * Says which rank owns which elements of an array. Each dimension is cut into blocks. The grid of
 * all blocks, its last dimension counting fastest, gives block 0 to the first rank of the group,
 * block 1 to the second, and so on. Ranks beyond the last block own nothing. Immutable.
 *
 * <p>A block-cyclic distribution goes on with the first rank behind the last one, so that a rank
 * owns several blocks, from all over the array. With a process grid it does so in each dimension.
 *
 * <p>Ranks are numbered as in the array's group.
 */
public sealed class Distribution permits CyclicDistribution {
  /** Most dimensions of an array. */
  static final int MOST_DIMENSIONS = 7;

  private final int ranks;
  private final long[] shape;
  private final int[] grid;

  /** First index of each block of each dimension, and behind them the dimension's size. */
  private final long[][] starts;

  /**
   * @param starts for each dimension the first index of each block, and then the dimension's size
   */
  Distribution(int ranks, long[] shape, long[][] starts) {
    this.ranks = ranks;
    this.shape = shape;
    this.grid = Arrays.stream(starts).mapToInt(own -> own.length - 1).toArray();
    this.starts = starts;
  }

  /**
   * Returns the distribution into blocks of equal size, which differ by one index at most.
   *
   * @param ranks number of ranks of the group
   * @param shape the size of each dimension
   * @param least the least size of a block in each dimension, below 1 for no wish; the whole size
   *     keeps a dimension uncut
   * @return the distribution, in which as many ranks own a block as the wishes allow
   * @throws ArmciException for a shape of other than 1 to 7 dimensions, for a size below 1, and
   *     when the number of wishes differs from that of dimensions
   */
  public static Distribution regular(int ranks, long[] shape, long... least) {
    long[][] starts = BlockLimits.regular(ranks, shape, least);
    return new Distribution(ranks, shape.clone(), starts);
  }

  /**
   * Returns the distribution with given limits of blocks.
   *
   * @param ranks number of ranks of the group
   * @param shape the size of each dimension
   * @param starts for each dimension the first index of each block, beginning with 0, rising
   * @return the distribution
   * @throws ArmciException for a wrong shape, for starts that do not begin with 0, do not rise or
   *     leave the dimension, and for more blocks than ranks
   */
  public static Distribution irregular(int ranks, long[] shape, long[]... starts) {
    Distribution result =
        new Distribution(ranks, shape.clone(), BlockLimits.of(ranks, shape, starts));
    long blocks = 1;
    for (int count : result.grid) {
      blocks = Math.min(blocks * count, Integer.MAX_VALUE);
    }
    if (blocks > ranks) {
      throw new ArmciException(
          Text.format(
              "a grid of %s blocks needs as many ranks, and the group has %d; a process grid deals"
                  + " out more blocks",
              Arrays.toString(result.grid), ranks));
    }
    return result;
  }

  /**
   * Returns the block-cyclic distribution of blocks of one size. Those at the upper ends may be
   * smaller.
   *
   * @param ranks number of ranks of the group
   * @param shape the size of each dimension
   * @param sizes the size of a block in each dimension
   * @param processGrid the number of ranks in each dimension: block (i, j) belongs to the rank in
   *     row i modulo the first number and column j modulo the second; none to give the blocks to
   *     all ranks in turn, row by row
   * @return the distribution
   * @throws ArmciException for a wrong shape, for sizes that are not positive numbers for each
   *     dimension, for more than 2³¹ − 1 blocks or 2²⁴ in a dimension, and for a process grid that
   *     has not a positive number for each dimension or needs more ranks
   */
  public static Distribution blockCyclic(
      int ranks, long[] shape, long[] sizes, int... processGrid) {
    BlockLimits.requireShape(ranks, Objects.requireNonNull(shape, "shape"));
    return cyclic(ranks, shape, CyclicDistribution.starts(shape, sizes), processGrid);
  }

  /** Returns the block-cyclic distribution of blocks with given limits. */
  static Distribution cyclic(int ranks, long[] shape, long[][] starts, int... processGrid) {
    int[] grid = Objects.requireNonNull(processGrid, "processGrid").clone();
    return new CyclicDistribution(ranks, shape.clone(), BlockLimits.of(ranks, shape, starts), grid);
  }

  /** Returns a shape for people, such as {@code 10 x 20}. */
  static String text(long[] shape) {
    return String.join(" x ", Arrays.stream(shape).mapToObj(Long::toString).toList());
  }

  /**
   * Returns the number of dimensions.
   *
   * @return 1 to 7
   */
  public final int dimensions() {
    return shape.length;
  }

  /**
   * Returns the size of each dimension.
   *
   * @return a copy
   */
  public final long[] shape() {
    return shape.clone();
  }

  /** Returns the size of one dimension. */
  final long extent(int dimension) {
    return shape[dimension];
  }

  /**
   * Returns the number of blocks in each dimension.
   *
   * @return a copy
   */
  public final int[] grid() {
    return grid.clone();
  }

  /**
   * Returns the number of ranks in each dimension, its last dimension counting fastest.
   *
   * @return a copy: that of {@link #grid} unless the distribution is block-cyclic; no numbers for a
   *     block-cyclic distribution without a process grid
   */
  public int[] processGrid() {
    return grid();
  }

  /**
   * Returns whether the distribution is block-cyclic, so that a rank may own several blocks.
   *
   * @return false if each rank owns one block at most
   */
  public boolean isCyclic() {
    return false;
  }

  final int ranks() {
    return ranks;
  }

  /** Returns the number of blocks in one dimension. */
  final int blockCount(int dimension) {
    return grid[dimension];
  }

  /** Returns the number of blocks of a rank that the group has. */
  int blocksOf(int rank) {
    int blocks = 1;
    for (int count : grid) {
      blocks *= count;
    }
    return rank < blocks ? 1 : 0;
  }

  /**
   * Finds a block of a rank.
   *
   * @param slot its number among those of the rank, in the order of the rank's memory
   * @param block receives its place in the grid of blocks
   */
  void locate(int rank, int slot, int[] block) {
    int rest = rank;
    for (int d = shape.length - 1; d >= 0; d--) {
      block[d] = rest % grid[d];
      rest /= grid[d];
    }
  }

  /** Returns the number of a block among those of its owner, by its place in the grid. */
  int slot(int[] block) {
    return 0;
  }

  /** Returns the owner of a block by its place in the grid. */
  final int owner(int[] block) {
    int number = 0;
    for (int d = 0; d < shape.length; d++) {
      number = next(d, number, block[d]);
    }
    return ownerOfNumber(number);
  }

  /** Returns the number that leads to the owner of a block, with one dimension more. */
  int next(int dimension, int number, int block) {
    return number * grid[dimension] + block;
  }

  /** Returns the owner of blocks with a number. */
  int ownerOfNumber(int number) {
    return number;
  }

  /** Returns the elements of a block by its place in the grid. */
  final Patch patch(int[] block) {
    long[] lower = new long[shape.length];
    long[] upper = new long[shape.length];
    for (int d = 0; d < shape.length; d++) {
      lower[d] = starts[d][block[d]];
      upper[d] = starts[d][block[d] + 1];
    }
    return new Patch(lower, upper);
  }

  /** Returns the elements of one of a rank's blocks. */
  final Patch patch(int rank, int slot) {
    int[] block = new int[shape.length];
    locate(rank, slot, block);
    return patch(block);
  }

  /**
   * Returns the number of the rank's block that has all elements of a patch, which is not empty; −1
   * if there is none.
   */
  final int slotWith(int rank, Patch patch) {
    int[] block = new int[shape.length];
    for (int d = 0; d < shape.length; d++) {
      block[d] = blockOf(d, patch.lower(d));
      if (patch.upper(d) > starts[d][block[d] + 1]) {
        return -1;
      }
    }
    return owner(block) == rank ? slot(block) : -1;
  }

  /** Returns the first index of a block; of the block behind the last one, the dimension's size. */
  final long start(int dimension, int block) {
    return starts[dimension][block];
  }

  /** Returns the first indices of all blocks and the dimension's size; not to be changed. */
  final long[] starts(int dimension) {
    return starts[dimension];
  }

  /** Returns the block of an index that is inside its dimension. */
  final int blockOf(int dimension, long index) {
    long[] own = starts[dimension];
    int from = 0;
    int to = own.length - 1;
    while (to - from > 1) {
      int middle = (from + to) >>> 1;
      if (index < own[middle]) {
        to = middle;
      } else {
        from = middle;
      }
    }
    return from;
  }

  /** Returns the number of an element, counted row-major from 0. */
  final long number(long[] index) {
    long number = 0;
    for (int d = 0; d < shape.length; d++) {
      number = number * shape[d] + index[d];
    }
    return number;
  }

  /** Returns the indices of an element by its row-major number. */
  final long[] index(long number) {
    long[] index = new long[shape.length];
    long rest = number;
    for (int d = shape.length - 1; d >= 0; d--) {
      index[d] = rest % shape[d];
      rest /= shape[d];
    }
    return index;
  }

  /**
   * Returns the patch of the whole array.
   *
   * @return all elements
   */
  public final Patch whole() {
    return new Patch(new long[shape.length], shape);
  }

  /**
   * Returns the elements that a rank owns.
   *
   * @param rank its number in the group
   * @return its patch, which is empty for a rank without a block
   * @throws ArmciException when the group has no such rank, and for a block-cyclic distribution,
   *     whose ranks have {@link #blocks}
   */
  public final Patch block(int rank) {
    requireRank(rank);
    if (isCyclic()) {
      throw new ArmciException(
          "a rank owns several blocks of a block-cyclic distribution; take blocks(rank)");
    }
    return blocksOf(rank) == 1
        ? patch(rank, 0)
        : new Patch(new long[shape.length], new long[shape.length]);
  }

  /**
   * Returns the blocks of a rank, in the order of their numbers.
   *
   * @param rank its number in the group
   * @return their patches, made when they are asked for; empty for a rank without a block
   * @throws ArmciException when the group has no such rank
   */
  public final List<Patch> blocks(int rank) {
    requireRank(rank);
    return BlockList.of(blocksOf(rank), slot -> patch(rank, slot));
  }

  private void requireRank(int rank) {
    if (rank < 0 || rank >= ranks) {
      throw new ArmciException(
          Text.format("there is no rank %d in the group, ranks are 0 to %d", rank, ranks - 1));
    }
  }

  /**
   * Returns the owner of an element.
   *
   * @param index the element, one index a dimension
   * @return the rank's number in the group
   * @throws ArmciException when the element is outside the array
   */
  public final int owner(long... index) {
    if (Objects.requireNonNull(index, "index").length != shape.length) {
      throw new ArmciException(
          Text.format(
              "an element of an array of %s has as many indices, not %d",
              text(shape), index.length));
    }
    for (int d = 0; d < shape.length; d++) {
      if (index[d] < 0 || index[d] >= shape[d]) {
        throw new ArmciException(
            Text.format(
                "element %s is outside an array of %s: dimension %d has the indices 0 to %d",
                Arrays.toString(index), text(shape), d, shape[d] - 1));
      }
    }
    return ownerOf(index);
  }

  /** Returns whether an index is inside a dimension. */
  final boolean contains(int dimension, long index) {
    return index >= 0 && index < shape[dimension];
  }

  /** Returns the owner of an element that is inside the array of 1 dimension. */
  final int ownerOf(long index) {
    return ownerOfNumber(next(0, 0, blockOf(0, index)));
  }

  /** Returns the owner of an element that is inside the array of 2 dimensions. */
  final int ownerOf(long row, long column) {
    return ownerOfNumber(next(1, next(0, 0, blockOf(0, row)), blockOf(1, column)));
  }

  /** Returns the owner of an element that is inside the array of 3 dimensions. */
  final int ownerOf(long i, long j, long k) {
    int number = next(1, next(0, 0, blockOf(0, i)), blockOf(1, j));
    return ownerOfNumber(next(2, number, blockOf(2, k)));
  }

  /** Returns the owner of an element that is inside the array. */
  final int ownerOf(long[] index) {
    int number = 0;
    for (int d = 0; d < shape.length; d++) {
      number = next(d, number, blockOf(d, index[d]));
    }
    return ownerOfNumber(number);
  }

  /**
   * Returns the parts of a patch by their owners.
   *
   * @param patch a part of the array
   * @return one part for each block, in the order of the blocks; an owner of several blocks has
   *     several parts
   * @throws ArmciException when the patch is outside the array
   */
  public final List<PatchPart> owners(Patch patch) {
    int outside = firstOutside(Objects.requireNonNull(patch, "patch"));
    if (outside >= 0) {
      throw new ArmciException(
          Text.format("patch %s is outside an array of %s", patch, text(shape)));
    }
    List<PatchPart> parts = new ArrayList<>();
    if (!patch.isEmpty()) {
      addParts(patch, 0, new int[shape.length], parts);
    }
    return parts;
  }

  /** Adds the parts of all blocks that a patch touches from a dimension on. */
  private void addParts(Patch patch, int dimension, int[] block, List<PatchPart> parts) {
    if (dimension == shape.length) {
      parts.add(new PatchPart(owner(block), patch(block).intersection(patch)));
      return;
    }
    int last = blockOf(dimension, patch.upper(dimension) - 1);
    for (int i = blockOf(dimension, patch.lower(dimension)); i <= last; i++) {
      block[dimension] = i;
      addParts(patch, dimension + 1, block, parts);
    }
  }

  /**
   * Returns the first dimension in which a patch is outside, −1 when it is inside, and the number
   * of dimensions when the patch has another one.
   */
  final int firstOutside(Patch patch) {
    if (patch.dimensions() != shape.length) {
      return shape.length;
    }
    for (int d = 0; d < shape.length; d++) {
      if (patch.lower(d) < 0 || patch.upper(d) > shape[d]) {
        return d;
      }
    }
    return -1;
  }

  /**
   * Returns all blocks as text for people: one rank of the group a line, with the patch that it
   * owns. Of more than 1000 ranks, the first and the last 3 are there, and dots for the others. Of
   * more than 6 blocks of a rank, the first 3 and their number are there.
   *
   * <p>Source: Global Arrays' {@code GA_Print_distribution}.
   *
   * @return lines that end with a line feed
   */
  public final String toText() {
    return DistributionText.of(this);
  }

  @Override
  public final boolean equals(Object object) {
    return object instanceof Distribution other
        && ranks == other.ranks
        && isCyclic() == other.isCyclic()
        && Arrays.equals(processGrid(), other.processGrid())
        && Arrays.deepEquals(starts, other.starts);
  }

  @Override
  public final int hashCode() {
    return Arrays.deepHashCode(starts);
  }

  /**
   * Returns a hash of all limits and owners, 64 bits wide: {@link #hashCode} often is equal by
   * chance.
   */
  final long fingerprint() {
    long hash = isCyclic() ? 1 : 0;
    for (long[] firsts : starts) {
      for (long first : firsts) {
        hash = mixed(hash, first);
      }
    }
    for (int count : processGrid()) {
      hash = mixed(hash, count);
    }
    return hash;
  }

  private static long mixed(long hash, long word) {
    long product = (hash ^ word) * 0x9E3779B97F4A7C15L;
    return product ^ product >>> 29;
  }

  @Override
  public final String toString() {
    return Text.format(
        "Distribution[%s, blocks %s%s]",
        text(shape), Arrays.toString(grid), isCyclic() ? ", block-cyclic" : "");
  }
}
