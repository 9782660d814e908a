package org.armci4j.examples.sparse;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The Kronecker product of stars, as the lower half of its matrix. A star is a center and its
 * leaves. A vertex of the product is one vertex of each star. Two vertices of the product are
 * neighbours if they are so in each star. The one loop of a product is left out.
 *
 * <p>Source: Kepner and others, Design, generation, and validation of extreme scale power-law
 * graphs (2018), as bale has it.
 *
 * @param leaves of each star
 * @param loop which vertex of each star is its own neighbour
 */
public record StarProduct(List<Integer> leaves, StarLoop loop) implements RowSource {
  /** Copies the list. */
  public StarProduct {
    leaves = List.copyOf(leaves);
  }

  @Override
  public int rows() {
    return leaves.stream().mapToInt(many -> many + 1).reduce(1, Math::multiplyExact);
  }

  @Override
  public int columns() {
    return rows();
  }

  @Override
  public int[] row(int row) {
    int[] found = {0}; // in the product of the stars so far
    int stride = rows();
    for (int many : leaves) {
      int vertices = many + 1;
      stride /= vertices;
      int vertex = row / stride % vertices; // of this star
      int[] neighbours =
          IntStream.range(0, vertices)
              .filter(other -> areNeighbours(vertex, other, many))
              .toArray();
      found =
          Arrays.stream(found)
              .flatMap(one -> Arrays.stream(neighbours).map(other -> one * vertices + other))
              .toArray();
    }
    return Arrays.stream(found).filter(other -> other < row).toArray();
  }

  /** Returns whether two vertices of a star are neighbours. Vertex 0 is the center. */
  private boolean areNeighbours(int a, int b, int lastLeaf) {
    if (a != b) {
      return a == 0 || b == 0;
    }
    return switch (loop) {
      case NONE -> false;
      case CENTER -> a == 0;
      case LEAF -> a == lastLeaf;
    };
  }

  /**
   * Returns the number of triangles. A triangle is six closed walks of three steps. The closed
   * walks of a product are the product of those of its stars: 3 m + 1 in a star of m leaves with a
   * loop at its center, 4 with a loop at a leaf, none without. Walks through the loop of the
   * product are no triangles: one stays there, and three go to each other neighbour and back.
   *
   * <p>Source: Sanders and others, On large-scale graph generation with validation of diverse
   * triangle statistics at edges and vertices (2018).
   *
   * @return the number in closed form
   */
  public long triangles() {
    if (loop == StarLoop.NONE) {
      return 0;
    }
    boolean center = loop == StarLoop.CENTER;
    long walks = 1;
    long neighbours = 1; // of the vertex with the loop, and itself
    for (long many : leaves) {
      walks = Math.multiplyExact(walks, center ? 3 * many + 1 : 4);
      neighbours *= center ? many + 1 : 2;
    }
    return (walks - 1 - 3 * (neighbours - 1)) / 6;
  }
}
