package org.armci4j.examples.mg;

/**
 * The shape of one rank's part of a grid in an array: x fastest, then y, then z, one layer of ghost
 * cells around it. Interior cells are 1 … n in each direction.
 *
 * @param nx interior cells in x
 * @param ny interior cells in y
 * @param nz interior cells in z
 */
record Grid(int nx, int ny, int nz) {
  /** Elements from one row to the next. */
  int rowStride() {
    return nx + 2;
  }

  /** Elements from one plane to the next. */
  int planeStride() {
    return (nx + 2) * (ny + 2);
  }

  /** Index of a cell; a coordinate of 0 or n + 1 names a ghost cell. */
  int index(int x, int y, int z) {
    return (z * (ny + 2) + y) * (nx + 2) + x;
  }

  /** Elements of the whole array, ghost cells included. */
  long elements() {
    return (nz + 2L) * (ny + 2L) * (nx + 2L);
  }

  /**
   * A zeroed array of this shape.
   *
   * @throws MgException when the grid has more cells than an array holds
   */
  double[] allocate() {
    if (elements() > Integer.MAX_VALUE - 8) {
      throw new MgException("a rank's part of " + this + " is too large: use more ranks");
    }
    return new double[(int) elements()];
  }

  @Override
  public String toString() {
    return nx + "x" + ny + "x" + nz;
  }
}
