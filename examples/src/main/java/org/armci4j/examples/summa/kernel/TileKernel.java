package org.armci4j.examples.summa.kernel;

import org.armci4j.VectorApi;

/**
 * Does the innermost part of a matrix multiply: computes a small tile of the product from packed
 * operands.
 *
 * <p>A packed operand lies in the order in which the tile reads it: for each k the {@link #rows}
 * elements of a column of A, or the {@link #columns} elements of a row of B. Tiles are always
 * whole; at the edges zeros fill up the operands.
 *
 * <p>Source of the form: Goto, van de Geijn, "Anatomy of high-performance matrix multiplication"
 * (2008).
 */
public interface TileKernel {
  /**
   * Returns the height of a tile.
   *
   * @return the rows of A in a packed sliver
   */
  int rows();

  /**
   * Returns the width of a tile.
   *
   * @return the columns of B in a packed sliver
   */
  int columns();

  /**
   * Multiplies a sliver of A with one of B.
   *
   * @param a the packed A
   * @param aFrom first element of the sliver of A
   * @param b the packed B
   * @param bFrom first element of the sliver of B
   * @param depth number of products in each sum
   * @param tile out: the tile, row by row
   */
  void multiply(double[] a, int aFrom, double[] b, int bFrom, int depth, double[] tile);

  /**
   * Returns the kernel for this machine: vector registers where the JVM has the Vector API or can
   * load it, else plain loops.
   *
   * @return a kernel without state, safe for any thread
   */
  static TileKernel best() {
    return VectorApi.load(TileKernel.class) ? new VectorTile() : plain();
  }

  /**
   * Returns the kernel of plain loops.
   *
   * @return a kernel without state, safe for any thread
   */
  static TileKernel plain() {
    return new PlainTile();
  }
}
