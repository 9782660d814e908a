package org.armci4j.examples.paths;

import org.armci4j.examples.common.CyclicDeal;
import org.armci4j.examples.sparse.SparseMatrix;

/** The edges that leave the vertices of one rank. */
final class WeightedRows {
  private final CyclicDeal vertices;
  private final int[] starts; // of each row, in the other arrays
  private final int[] targets;
  private final int[] lengths;

  WeightedRows(WeightedEdges edges, CyclicDeal vertices) {
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
    int[] next = starts.clone();
    edges.forEach(
        (from, to, length) -> {
          if (vertices.owner(from) == vertices.rank()) {
            int edge = next[vertices.place(from)]++;
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
