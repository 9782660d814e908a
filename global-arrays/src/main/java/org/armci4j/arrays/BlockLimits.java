package org.armci4j.arrays;

import java.util.Arrays;
import java.util.Objects;
import org.armci4j.arrays.kernel.ProcessGrids;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.error.ArmciException;

/**
 * Cuts the dimensions of an array into blocks, or checks where a program cuts them. A dimension's
 * limits are the first index of each block, and behind them the dimension's size.
 */
final class BlockLimits {
  private BlockLimits() {}

  /** Returns the limits of blocks of equal size: see {@link Distribution#regular}. */
  static long[][] regular(int ranks, long[] shape, long... least) {
    requireShape(ranks, Objects.requireNonNull(shape, "shape"));
    long[] wishes = Objects.requireNonNull(least, "least");
    if (wishes.length != 0 && wishes.length != shape.length) {
      throw new ArmciException(
          Text.format(
              "an array of %s has as many least sizes of blocks as dimensions, not %d",
              Distribution.text(shape), wishes.length));
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
    return starts;
  }

  /** Returns the limits of blocks whose first indices a program gives. */
  static long[][] of(int ranks, long[] shape, long[]... starts) {
    requireShape(ranks, Objects.requireNonNull(shape, "shape"));
    if (Objects.requireNonNull(starts, "starts").length != shape.length) {
      throw new ArmciException(
          Text.format(
              "an array of %s has starts of blocks in each dimension, not in %d",
              Distribution.text(shape), starts.length));
    }
    long[][] limits = new long[shape.length][];
    for (int d = 0; d < shape.length; d++) {
      requireStarts(d, shape[d], Objects.requireNonNull(starts[d], "starts"));
      limits[d] = Arrays.copyOf(starts[d], starts[d].length + 1);
      limits[d][starts[d].length] = shape[d];
    }
    return limits;
  }

  static void requireShape(int ranks, long[] shape) {
    if (shape.length < 1 || shape.length > Distribution.MOST_DIMENSIONS) {
      throw new ArmciException(
          Text.format(
              "an array has 1 to %d dimensions, not %d",
              Distribution.MOST_DIMENSIONS, shape.length));
    }
    for (int d = 0; d < shape.length; d++) {
      if (shape[d] < 1) {
        throw new ArmciException(
            Text.format(
                "an array of %s: dimension %d is not at least 1", Distribution.text(shape), d));
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
}
