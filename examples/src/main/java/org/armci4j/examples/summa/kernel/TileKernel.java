package org.armci4j.examples.summa.kernel;

/**
 * The innermost part of a matrix multiply: a small tile of the product, from packed operands.
 *
 * <p>Packed, an operand lies in the order in which the tile reads it: for each k the {@link #rows}
 * elements of a column of A, or the {@link #columns} elements of a row of B. Tiles are always
 * whole; at the edges the operands are filled up with zeros.
 *
 * <p>Source of the form: Goto, van de Geijn, "Anatomy of high-performance matrix multiplication"
 * (2008).
 */
public interface TileKernel {
  /**
   * How high a tile is.
   *
   * @return the rows of A in a packed sliver
   */
  int rows();

  /**
   * How wide a tile is.
   *
   * @return the columns of B in a packed sliver
   */
  int columns();

  /**
   * Multiplies a sliver of A with one of B.
   *
   * @param a the packed A
   * @param aFrom where its sliver begins
   * @param b the packed B
   * @param bFrom where its sliver begins
   * @param depth over how many k the products are summed
   * @param tile out: the tile, row by row
   */
  void multiply(double[] a, int aFrom, double[] b, int bFrom, int depth, double[] tile);

  /**
   * The kernel for this machine: on vector registers where the JVM has {@code
   * jdk.incubator.vector}, else plain loops.
   *
   * @return a kernel without state, safe for any thread
   */
  static TileKernel best() {
    boolean vectors = ModuleLayer.boot().findModule("jdk.incubator.vector").isPresent();
    return vectors ? new VectorTile() : plain();
  }

  /**
   * The kernel of plain loops.
   *
   * @return a kernel without state, safe for any thread
   */
  static TileKernel plain() {
    return new PlainTile();
  }
}
