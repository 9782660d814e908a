package org.armci4j.examples.bfs;

import java.util.Arrays;
import org.armci4j.examples.words.IntList;

/** The neighbours of one rank's vertices. */
final class NeighbourRows {
  private final int[] begins; // of each row, and the end of the last one
  private final int[] neighbours;

  /**
   * Sorts the ends of edges by rows.
   *
   * @param count how many vertices this rank has
   * @param rows of the edges, in any order
   * @param ends the other ends of the same edges
   */
  NeighbourRows(int count, IntList rows, IntList ends) {
    int[] next = new int[count + 1];
    for (int i = 0; i < rows.size(); i++) {
      next[rows.get(i) + 1]++;
    }
    Arrays.parallelPrefix(next, Integer::sum);
    this.begins = next.clone();
    this.neighbours = new int[rows.size()];
    for (int i = 0; i < rows.size(); i++) {
      neighbours[next[rows.get(i)]++] = ends.get(i);
    }
  }

  int begin(int row) {
    return begins[row];
  }

  int end(int row) {
    return begins[row + 1];
  }

  int neighbour(int edge) {
    return neighbours[edge];
  }

  /** Returns the number of neighbours of a vertex; a neighbour counts once for each edge. */
  int degree(int row) {
    return begins[row + 1] - begins[row];
  }
}
