package org.armci4j.examples.paths;

import org.armci4j.examples.common.CyclicDeal;
import org.armci4j.examples.common.IntList;

/** The edges that leave the vertices of one rank. */
final class WeightedRows {
  private final CyclicDeal vertices;
  private final IntList targets = new IntList();
  private final IntList lengths = new IntList();
  private final int[] ends; // of each row, in the lists

  WeightedRows(RandomDigraph graph, CyclicDeal vertices) {
    this.vertices = vertices;
    this.ends = new int[vertices.count()];
    for (int row = 0; row < ends.length; row++) {
      graph.draw(
          vertices.index(row),
          (target, length) -> {
            targets.add(target);
            lengths.add(length);
          });
      ends[row] = targets.size();
    }
  }

  /** Returns which rank has which vertex, and in which row. */
  CyclicDeal vertices() {
    return vertices;
  }

  /** Returns the first edge of a row. */
  int begin(int row) {
    return row == 0 ? 0 : ends[row - 1];
  }

  /** Returns the edge behind the last one of a row. */
  int end(int row) {
    return ends[row];
  }

  int target(int edge) {
    return targets.get(edge);
  }

  int length(int edge) {
    return lengths.get(edge);
  }

  /** Returns the number of edges of this rank. */
  int edges() {
    return targets.size();
  }
}
