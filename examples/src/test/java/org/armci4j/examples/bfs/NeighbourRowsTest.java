package org.armci4j.examples.bfs;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.stream.IntStream;
import org.armci4j.examples.words.IntList;
import org.junit.jupiter.api.Test;

class NeighbourRowsTest {
  @Test
  void everyRowHasItsEnds() {
    IntList rows = new IntList();
    IntList ends = new IntList();
    int[][] edges = {{3, 7}, {0, 5}, {3, 1}, {1, 9}, {3, 7}};
    for (int[] edge : edges) {
      rows.add(edge[0]);
      ends.add(edge[1]);
    }
    NeighbourRows sorted = new NeighbourRows(4, rows, ends);
    List<List<Integer>> found =
        IntStream.range(0, 4)
            .mapToObj(
                row ->
                    IntStream.range(sorted.begin(row), sorted.end(row))
                        .mapToObj(sorted::neighbour)
                        .toList())
            .toList();
    assertEquals(List.of(List.of(5), List.of(9), List.of(), List.of(7, 1, 7)), found);
    assertEquals(List.of(1, 1, 0, 3), IntStream.range(0, 4).mapToObj(sorted::degree).toList());
  }
}
