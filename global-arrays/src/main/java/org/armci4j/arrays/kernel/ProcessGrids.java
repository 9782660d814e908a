package org.armci4j.arrays.kernel;

/**
 * Chooses how many blocks each dimension of an array is cut into. As many ranks as possible get a
 * block; among these grids the one with the smallest cuts wins, as ranks that need their
 * neighbours' elements move the least then. Equal grids cut the first dimensions, whose blocks are
 * longer runs in memory.
 */
public final class ProcessGrids {
  private final long[] shape;

  /** The largest number of blocks in each dimension. */
  private final long[] most;

  private final int[] grid;
  private int[] best;
  private double bestCut;

  private ProcessGrids(long[] shape, long[] most) {
    this.shape = shape;
    this.most = most;
    this.grid = new int[shape.length];
  }

  /**
   * Returns the number of blocks in each dimension.
   *
   * @param least the least size of a block in each dimension; below 1 for no wish
   */
  public static int[] choose(int ranks, long[] shape, long[] least) {
    long[] most = new long[shape.length];
    for (int d = 0; d < shape.length; d++) {
      most[d] = Math.max(1, shape[d] / Math.max(1, least[d]));
    }
    ProcessGrids grids = new ProcessGrids(shape, most);
    for (int blocks = ranks; grids.best == null; blocks--) {
      grids.search(0, blocks, 0);
    }
    return grids.best;
  }

  /** Tries every grid of so many blocks from a dimension on. */
  private void search(int dimension, int blocks, double cut) {
    if (dimension == shape.length) {
      if (blocks == 1 && (best == null || cut < bestCut)) {
        best = grid.clone();
        bestCut = cut;
      }
      return;
    }
    for (int count = (int) Math.min(blocks, most[dimension]); count >= 1; count--) {
      if (blocks % count == 0) {
        grid[dimension] = count;
        search(dimension + 1, blocks / count, cut + (count - 1) / (double) shape[dimension]);
      }
    }
  }
}
