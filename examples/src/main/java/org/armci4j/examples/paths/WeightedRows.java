package org.armci4j.examples.paths;

import java.util.Arrays;
import org.armci4j.examples.common.CyclicDeal;
import org.armci4j.examples.sparse.SparseMatrix;

/** The edges that leave the vertices of one rank: of each vertex the light ones come first. */
final class WeightedRows {
  private final CyclicDeal vertices;
  private final int[] starts; // of each row, in the other arrays
  private final int[] heavy; // the first heavy edge of each row
  private final int[] targets;
  private final int[] lengths;

  /**
   * Makes the rows.
   *
   * @param edges of the whole graph
   * @param vertices how they are dealt
   * @param light length of the longest light edge
   */
  WeightedRows(WeightedEdges edges, CyclicDeal vertices, int light) {
    this.vertices = vertices;
    long[] counts = new long[vertices.count()];
    edges.forEach(
        (from, _, _) -> {
          if (vertices.owner(from) == vertices.rank()) {
            counts[vertices.place(from)]++;
          }
        });
    starts = SparseMatrix.starts(counts);
    targets = new int[starts[counts.length]];
    lengths = new int[targets.length];
    heavy = Arrays.copyOf(starts, counts.length);
    int[] ends = Arrays.copyOfRange(starts, 1, starts.length);
    edges.forEach(
        (from, to, length) -> {
          if (vertices.owner(from) == vertices.rank()) {
            int row = vertices.place(from);
            int edge = length <= light ? heavy[row]++ : --ends[row];
            targets[edge] = to;
            lengths[edge] = length;
          }
        });
  }

  /** Returns which rank has which vertex, and in which row. */
  CyclicDeal vertices() {
    return vertices;
  }

  /** Returns the first edge of a row. */
  int begin(int row) {
    return starts[row];
  }

  /** Returns the first heavy edge of a row, or its end. */
  int heavy(int row) {
    return heavy[row];
  }

  /** Returns the edge behind the last one of a row. */
  int end(int row) {
    return starts[row + 1];
  }

  int target(int edge) {
    return targets[edge];
  }

  int length(int edge) {
    return lengths[edge];
  }

  /** Returns the number of edges of this rank. */
  int edges() {
    return targets.length;
  }
}
