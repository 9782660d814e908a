package org.armci4j.examples.paths;

import java.util.Locale;
import java.util.SplittableRandom;
import java.util.function.IntSupplier;
import org.armci4j.examples.common.IntList;
import org.armci4j.examples.options.OptionException;
import org.armci4j.examples.sparse.MatrixMarket;
import org.armci4j.examples.sparse.RowSource;
import org.armci4j.examples.sparse.SeededRandom;

/**
 * Has the directed edges of a graph with their lengths. Each rank has all of them, as it verifies
 * its results alone.
 */
final class WeightedEdges {
  private static final int MOST_LENGTH = 1 << 16;

  /** Takes an edge. */
  @FunctionalInterface
  interface EdgeConsumer {
    void accept(int from, int to, int length);
  }

  private final int vertices;
  private final IntList sources = new IntList();
  private final IntList targets = new IntList();
  private final IntList lengths = new IntList();
  private int longest = 1;

  WeightedEdges(int vertices) {
    this.vertices = vertices;
  }

  /**
   * Makes the edges of a graph: those of a file with its values as lengths, or with random lengths
   * where it has none, and those of a generated graph in both directions with random lengths.
   *
   * @param longest the largest random length; the smallest is 1
   * @param seed of the random lengths
   * @throws OptionException when a file is not square or empty, or has a value that is no length
   */
  static WeightedEdges of(RowSource source, int longest, int seed) {
    if (source.rows() != source.columns() || source.rows() == 0) {
      throw new OptionException(
          String.format(
              Locale.ROOT,
              "a graph has a vertex, and as many rows as columns, not %d and %d",
              source.rows(),
              source.columns()));
    }
    WeightedEdges edges = new WeightedEdges(source.rows());
    SplittableRandom random = SeededRandom.of(seed, -1); // no row has this number
    IntSupplier draw = () -> 1 + random.nextInt(longest);
    if (source instanceof MatrixMarket file) {
      file.forEach(
          (row, column, value) ->
              edges.add(row, column, Double.isNaN(value) ? draw.getAsInt() : length(value)));
      return edges;
    }
    for (int row = 0; row < source.rows(); row++) {
      for (int column : source.row(row)) {
        int length = draw.getAsInt();
        edges.add(row, column, length);
        edges.add(column, row, length);
      }
    }
    return edges;
  }

  private static int length(double value) {
    int length = (int) value;
    if (length != value || length < 1 || length > MOST_LENGTH) {
      throw new OptionException(
          String.format(
              Locale.ROOT,
              "lengths of edges are whole numbers from 1 to %d, not %s",
              MOST_LENGTH,
              value));
    }
    return length;
  }

  void add(int from, int to, int length) {
    sources.add(from);
    targets.add(to);
    lengths.add(length);
    longest = Math.max(longest, length);
  }

  void forEach(EdgeConsumer consumer) {
    for (int i = 0; i < sources.size(); i++) {
      consumer.accept(sources.get(i), targets.get(i), lengths.get(i));
    }
  }

  int vertices() {
    return vertices;
  }

  /** Returns the length of the longest edge, at least 1. */
  int longest() {
    return longest;
  }
}
