package org.armci4j.arrays;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.armci4j.arrays.kernel.ProcessGrids;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.error.ArmciException;

/**
 * Says which rank owns which elements of an array. Each dimension is cut into blocks. The grid of
 * all blocks, its last dimension counting fastest, gives block 0 to the first rank of the group,
 * block 1 to the second, and so on. Ranks beyond the last block own nothing. Immutable.
 *
 * <p>Ranks are numbered as in the array's group.
 */
public final class Distribution {
  /** Most dimensions of an array. */
  static final int MOST_DIMENSIONS = 7;

  /** Most ranks that a text shows without dots, and ranks at both ends beside dots. */
  private static final int MOST_LINES = 1000;

  private static final int EDGE = 3;

  private final int ranks;
  private final long[] shape;
  private final int[] grid;

  /** First index of each block of each dimension, and behind them the dimension's size. */
  private final long[][] starts;

  private Distribution(int ranks, long[] shape, int[] grid, long[][] starts) {
    this.ranks = ranks;
    this.shape = shape;
    this.grid = grid;
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
    requireShape(ranks, Objects.requireNonNull(shape, "shape"));
    long[] wishes = Objects.requireNonNull(least, "least");
    if (wishes.length != 0 && wishes.length != shape.length) {
      throw new ArmciException(
          Text.format(
              "an array of %s has as many least sizes of blocks as dimensions, not %d",
              text(shape), wishes.length));
    }
    long[] own = Arrays.copyOf(wishes, shape.length);
    int[] grid = ProcessGrids.choose(ranks, shape, own);
    long[][] starts = new long[shape.length][];
    for (int d = 0; d < shape.length; d++) {
      starts[d] = new long[grid[d] + 1];
      for (int block = 0; block <= grid[d]; block++) {
        starts[d][block] = block * (shape[d] / grid[d]) + Math.min(block, shape[d] % grid[d]);
      }
    }
    return new Distribution(ranks, shape.clone(), grid, starts);
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
    requireShape(ranks, Objects.requireNonNull(shape, "shape"));
    if (Objects.requireNonNull(starts, "starts").length != shape.length) {
      throw new ArmciException(
          Text.format(
              "an array of %s has starts of blocks in each dimension, not in %d",
              text(shape), starts.length));
    }
    int[] grid = new int[shape.length];
    long[][] own = new long[shape.length][];
    long blocks = 1;
    for (int d = 0; d < shape.length; d++) {
      requireStarts(d, shape[d], Objects.requireNonNull(starts[d], "starts"));
      grid[d] = starts[d].length;
      own[d] = Arrays.copyOf(starts[d], grid[d] + 1);
      own[d][grid[d]] = shape[d];
      blocks = Math.min(blocks * grid[d], Integer.MAX_VALUE);
    }
    if (blocks > ranks) {
      throw new ArmciException(
          Text.format(
              "a grid of %s blocks needs as many ranks, and the group has %d",
              Arrays.toString(grid), ranks));
    }
    return new Distribution(ranks, shape.clone(), grid, own);
  }

  private static void requireShape(int ranks, long[] shape) {
    if (shape.length < 1 || shape.length > MOST_DIMENSIONS) {
      throw new ArmciException(
          Text.format("an array has 1 to %d dimensions, not %d", MOST_DIMENSIONS, shape.length));
    }
    for (int d = 0; d < shape.length; d++) {
      if (shape[d] < 1) {
        throw new ArmciException(
            Text.format("an array of %s: dimension %d is not at least 1", text(shape), d));
      }
    }
    if (ranks < 1) {
      throw new ArmciException(Text.format("a group has at least 1 rank, not %d", ranks));
    }
  }

  private static void requireStarts(int dimension, long size, long[] starts) {
    boolean rise = starts.length > 0 && starts[0] == 0 && starts[starts.length - 1] < size;
    for (int block = 1; rise && block < starts.length; block++) {
      rise = starts[block] > starts[block - 1];
    }
    if (!rise) {
      throw new ArmciException(
          Text.format(
              "blocks of dimension %d start at 0 and then at rising indices below %d, not at %s",
              dimension, size, Arrays.toString(starts)));
    }
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
  public int dimensions() {
    return shape.length;
  }

  /**
   * Returns the size of each dimension.
   *
   * @return a copy
   */
  public long[] shape() {
    return shape.clone();
  }

  /** Returns the size of one dimension. */
  long extent(int dimension) {
    return shape[dimension];
  }

  /**
   * Returns the number of blocks in each dimension.
   *
   * @return a copy
   */
  public int[] grid() {
    return grid.clone();
  }

  /** Returns the number of blocks in one dimension. */
  int blocks(int dimension) {
    return grid[dimension];
  }

  /** Returns the first index of a block; of the block behind the last one, the dimension's size. */
  long start(int dimension, int block) {
    return starts[dimension][block];
  }

  /** Returns the first indices of all blocks and the dimension's size; not to be changed. */
  long[] starts(int dimension) {
    return starts[dimension];
  }

  /** Returns the block of an index that is inside its dimension. */
  int blockOf(int dimension, long index) {
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
  long number(long[] index) {
    long number = 0;
    for (int d = 0; d < shape.length; d++) {
      number = number * shape[d] + index[d];
    }
    return number;
  }

  /** Returns the indices of an element by its row-major number. */
  long[] index(long number) {
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
  public Patch whole() {
    return new Patch(new long[shape.length], shape);
  }

  /**
   * Returns the elements that a rank owns.
   *
   * @param rank its number in the group
   * @return its patch, which is empty for a rank without a block
   * @throws ArmciException when the group has no such rank
   */
  public Patch block(int rank) {
    if (rank < 0 || rank >= ranks) {
      throw new ArmciException(
          Text.format("there is no rank %d in the group, ranks are 0 to %d", rank, ranks - 1));
    }
    long[] lower = new long[shape.length];
    long[] upper = new long[shape.length];
    int rest = rank;
    for (int d = shape.length - 1; d >= 0; d--) {
      int block = rest % grid[d];
      rest /= grid[d];
      lower[d] = starts[d][block];
      upper[d] = starts[d][block + 1];
    }
    return rest == 0
        ? new Patch(lower, upper)
        : new Patch(new long[shape.length], new long[shape.length]);
  }

  /**
   * Returns the owner of an element.
   *
   * @param index the element, one index a dimension
   * @return the rank's number in the group
   * @throws ArmciException when the element is outside the array
   */
  public int owner(long... index) {
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
  boolean contains(int dimension, long index) {
    return index >= 0 && index < shape[dimension];
  }

  /** Returns the owner of an element that is inside the array of 2 dimensions. */
  int ownerOf(long row, long column) {
    return blockOf(0, row) * grid[1] + blockOf(1, column);
  }

  /** Returns the owner of an element that is inside the array of 3 dimensions. */
  int ownerOf(long i, long j, long k) {
    return (blockOf(0, i) * grid[1] + blockOf(1, j)) * grid[2] + blockOf(2, k);
  }

  /** Returns the owner of an element that is inside the array. */
  int ownerOf(long[] index) {
    int owner = 0;
    for (int d = 0; d < shape.length; d++) {
      owner = owner * grid[d] + blockOf(d, index[d]);
    }
    return owner;
  }

  /**
   * Returns the parts of a patch by their owners.
   *
   * @param patch a part of the array
   * @return one part for each owner, in the order of the ranks
   * @throws ArmciException when the patch is outside the array
   */
  public List<PatchPart> owners(Patch patch) {
    int outside = firstOutside(Objects.requireNonNull(patch, "patch"));
    if (outside >= 0) {
      throw new ArmciException(
          Text.format("patch %s is outside an array of %s", patch, text(shape)));
    }
    List<PatchPart> parts = new ArrayList<>();
    if (!patch.isEmpty()) {
      addParts(patch, 0, 0, parts);
    }
    return parts;
  }

  /** Adds the parts of all blocks that a patch touches from a dimension on. */
  private void addParts(Patch patch, int dimension, int owner, List<PatchPart> parts) {
    if (dimension == shape.length) {
      parts.add(new PatchPart(owner, block(owner).intersection(patch)));
      return;
    }
    int last = blockOf(dimension, patch.upper(dimension) - 1);
    for (int block = blockOf(dimension, patch.lower(dimension)); block <= last; block++) {
      addParts(patch, dimension + 1, owner * grid[dimension] + block, parts);
    }
  }

  /**
   * Returns the first dimension in which a patch is outside, −1 when it is inside, and the number
   * of dimensions when the patch has another one.
   */
  int firstOutside(Patch patch) {
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
   * owns. Of more than 1000 ranks, the first and the last 3 are there, and dots for the others.
   *
   * <p>Source: Global Arrays' {@code GA_Print_distribution}.
   *
   * @return lines that end with a line feed
   */
  public String toText() {
    StringBuilder text = new StringBuilder();
    text.append(
        Text.format("%s in blocks %s on %d ranks\n", text(shape), Arrays.toString(grid), ranks));
    int shown = ranks > MOST_LINES ? EDGE : ranks;
    addBlocks(text, 0, shown);
    if (shown < ranks) {
      text.append("...\n");
      addBlocks(text, ranks - EDGE, ranks);
    }
    return text.toString();
  }

  private void addBlocks(StringBuilder text, int from, int to) {
    for (int rank = from; rank < to; rank++) {
      Patch own = block(rank);
      text.append(Text.format("rank %d: %s\n", rank, own.isEmpty() ? "none" : own));
    }
  }

  @Override
  public boolean equals(Object object) {
    return object instanceof Distribution other
        && ranks == other.ranks
        && Arrays.deepEquals(starts, other.starts);
  }

  @Override
  public int hashCode() {
    return Arrays.deepHashCode(starts);
  }

  /** Returns a hash of all limits, 64 bits wide: {@link #hashCode} often is equal by chance. */
  long fingerprint() {
    long hash = 0;
    for (long[] firsts : starts) {
      for (long first : firsts) {
        hash = (hash ^ first) * 0x9E3779B97F4A7C15L;
        hash ^= hash >>> 29;
      }
    }
    return hash;
  }

  @Override
  public String toString() {
    return Text.format("Distribution[%s, blocks %s]", text(shape), Arrays.toString(grid));
  }
}
