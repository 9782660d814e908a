package org.armci4j.examples.paths;

import java.util.SplittableRandom;
import org.armci4j.examples.options.ProgramOptions;

/**
 * A random graph of Erdős and Rényi with directed edges: each of the possible edges is there with
 * the same probability. The edges of a vertex depend on the seed and the vertex alone, so that they
 * are the same on any number of ranks.
 *
 * @param vertices their number
 * @param degree the mean number of edges that leave a vertex
 * @param longest the largest length of an edge; the smallest is 1
 * @param seed of the random numbers
 */
record RandomDigraph(int vertices, int degree, int longest, int seed) {
  private static final int MOST_VERTICES = 1 << 22;

  /** Takes an edge. */
  @FunctionalInterface
  interface LengthVisitor {
    void edge(int target, int length);
  }

  /** Reads the options that describe a graph. */
  static RandomDigraph of(ProgramOptions options) {
    return new RandomDigraph(
        options.number("--vertices", 1 << 14, MOST_VERTICES),
        options.number("--degree", 8, 1 << 10),
        options.number("--longest", 1000, 1 << 16),
        options.number("--seed", 1, Integer.MAX_VALUE));
  }

  /** Draws the edges that leave a vertex, in the order of their targets. */
  void draw(int vertex, LengthVisitor visitor) {
    SplittableRandom random = new SplittableRandom(((long) seed << 32) ^ vertex);
    double probability = Math.min(1, (double) degree / vertices);
    // The gaps between the targets have a geometric distribution. StrictMath has the same results
    // on all machines.
    double scale = 1 / StrictMath.log(1 - probability);
    double target = -1;
    while (true) {
      target += 1 + Math.floor(StrictMath.log(1 - random.nextDouble()) * scale);
      if (target >= vertices) {
        return;
      }
      int length = 1 + random.nextInt(longest);
      if (target != vertex) {
        visitor.edge((int) target, length);
      }
    }
  }
}
