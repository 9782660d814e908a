package org.armci4j.examples.mg.grid;

import java.util.Arrays;

/**
 * Describes the shape of one rank's part of a grid in an array: x fastest, then y, then z, one
 * layer of ghost cells around it. Interior cells are 1 … n in each direction.
 *
 * @param nx interior cells in x
 * @param ny interior cells in y
 * @param nz interior cells in z
 */
public record Grid(int nx, int ny, int nz) {
  /** Returns the number of elements from one row to the next. */
  public int rowStride() {
    return nx + 2;
  }

  /** Returns the number of elements from one plane to the next. */
  public int planeStride() {
    return (nx + 2) * (ny + 2);
  }

  /** Returns the index of a cell; a coordinate of 0 or n + 1 names a ghost cell. */
  public int index(int x, int y, int z) {
    return (z * (ny + 2) + y) * (nx + 2) + x;
  }

  /**
   * Returns a zeroed array of this shape; the largest problem class on one rank still fits in one.
   */
  public double[] allocate() {
    return new double[(nz + 2) * planeStride()];
  }

  /** Sets plane z, ghost cells included, to zero. */
  public void clearPlane(double[] a, int z) {
    Arrays.fill(a, index(0, 0, z), index(0, 0, z + 1), 0.0);
  }

  @Override
  public String toString() {
    return nx + "x" + ny + "x" + nz;
  }
}
