package org.armci4j.examples.summa;

/**
 * The ranks as a rectangle, numbered row by row.
 *
 * @param height how many rows of ranks
 * @param width how many columns of ranks
 */
record ProcessGrid(int height, int width) {
  /** The grid of a number of ranks that is closest to a square, at least as wide as high. */
  static ProcessGrid of(int ranks) {
    int height = (int) Math.sqrt(ranks);
    while (ranks % height != 0) {
      height--;
    }
    return new ProcessGrid(height, ranks / height);
  }

  int rank(int row, int column) {
    return row * width + column;
  }

  int row(int rank) {
    return rank / width;
  }

  int column(int rank) {
    return rank % width;
  }

  @Override
  public String toString() {
    return height + "x" + width;
  }
}
