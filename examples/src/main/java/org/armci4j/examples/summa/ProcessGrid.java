package org.armci4j.examples.summa;

/**
 * Lays the ranks out as a rectangle, numbered row by row.
 *
 * @param height number of rows of ranks
 * @param width number of columns of ranks
 */
record ProcessGrid(int height, int width) {
  /**
   * Returns the grid of {@code ranks} ranks that is closest to a square, at least as wide as high.
   */
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
