package org.armci4j.examples.sparse;

import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * A random graph that has each edge with the same probability, independently; as the lower half of
 * its matrix.
 *
 * <p>Source: Batagelj and Brandes, Efficient generation of large random networks, Physical Review E
 * 71 (2005): the gap between two edges has a geometric distribution. It has no memory, so each row
 * draws from a generator of its own, and any rank can make it.
 *
 * @param vertices their number
 * @param probability of each edge; more than 0, at most 1
 * @param seed of all random numbers
 */
public record ErdosRenyi(int vertices, double probability, long seed) implements RowSource {
  /**
   * Returns the graph whose vertices have so many neighbours on average.
   *
   * @param vertices their number
   * @param degree the mean number of neighbours; with more than all others the graph is complete
   * @param seed of all random numbers
   * @return the graph
   */
  public static ErdosRenyi ofDegree(int vertices, double degree, long seed) {
    return new ErdosRenyi(vertices, Math.min(1, degree / (vertices - 1)), seed);
  }

  @Override
  public int rows() {
    return vertices;
  }

  @Override
  public int columns() {
    return vertices;
  }

  @Override
  public int[] row(int row) {
    SplittableRandom random = SeededRandom.of(seed, row);
    IntStream.Builder found = IntStream.builder();
    for (double column = gap(random); column < row; column += 1 + gap(random)) {
      found.add((int) column);
    }
    return found.build().toArray();
  }

  /** Draws a number of missing edges. By StrictMath, which gives the same bits on every host. */
  private double gap(SplittableRandom random) {
    return Math.floor(StrictMath.log(1 - random.nextDouble()) / StrictMath.log1p(-probability));
  }
}
