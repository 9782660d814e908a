package org.armci4j.examples.bfs;

import java.util.SplittableRandom;

/**
 * The edges of Graph500's Kronecker graph, drawn in blocks that depend on the seed and their number
 * alone, so that they are the same on any number of ranks. An edge may occur twice and may join a
 * vertex with itself.
 *
 * <p>Source: Graph500's specification 2.0, section 3.
 */
final class KroneckerEdges {
  private static final int EDGE_FACTOR = 16; // edges for each vertex
  private static final int BLOCK = 1 << 12;

  // The probabilities of the matrix's quarters, each added to those before; the last one has 0.05.
  private static final double A = 0.57;
  private static final double AB = A + 0.19;
  private static final double ABC = AB + 0.19;

  private final int scale;
  private final long seed;
  private final VertexScramble scramble;

  /** Takes an edge. */
  @FunctionalInterface
  interface EdgeVisitor {
    void edge(int u, int v);
  }

  /** Describes the graph of 2 to the scale vertices. */
  KroneckerEdges(int scale, long seed) {
    this.scale = scale;
    this.seed = seed << 32;
    this.scramble = new VertexScramble(scale, seed);
  }

  int vertices() {
    return 1 << scale;
  }

  long edges() {
    return (long) EDGE_FACTOR << scale;
  }

  /** Draws a rank's share of the edges. */
  void draw(int rank, int ranks, EdgeVisitor visitor) {
    for (long block = rank; block * BLOCK < edges(); block += ranks) {
      SplittableRandom random = new SplittableRandom(seed ^ block);
      long count = Math.min(BLOCK, edges() - block * BLOCK);
      for (int i = 0; i < count; i++) {
        drawOne(random, visitor);
      }
    }
  }

  /** Each bit of the two vertices chooses a quarter of the quarter before. */
  private void drawOne(SplittableRandom random, EdgeVisitor visitor) {
    int u = 0;
    int v = 0;
    for (int bit = 0; bit < scale; bit++) {
      double x = random.nextDouble();
      u = 2 * u + (x >= AB ? 1 : 0);
      v = 2 * v + ((x >= A && x < AB) || x >= ABC ? 1 : 0);
    }
    visitor.edge(scramble.of(u), scramble.of(v));
  }
}
