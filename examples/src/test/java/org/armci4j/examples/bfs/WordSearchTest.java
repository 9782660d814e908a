package org.armci4j.examples.bfs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import org.armci4j.Armci;
import org.armci4j.collectives.Collectives;
import org.armci4j.examples.common.CyclicDeal;
import org.armci4j.examples.common.VirtualParts;
import org.armci4j.examples.sparse.SparseMatrix;
import org.armci4j.testkit.harness.RankThreads;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WordSearchTest {
  private static final int UNREACHED = TreeWord.level(TreeWord.UNREACHED);

  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void wordsFindTheLevelsInParts(int ranks) {
    KroneckerEdges edges = new KroneckerEdges(7, 1);
    boolean[][] joined = new boolean[edges.vertices()][edges.vertices()];
    edges.draw(0, 1, (u, v) -> joined[u][v] = joined[v][u] = true);
    RankThreads.of(ranks).run(armci -> searchInParts(armci, edges, joined));
  }

  private static void searchInParts(Armci armci, KroneckerEdges edges, boolean[][] joined) {
    CyclicDeal vertices = CyclicDeal.of(armci, edges.vertices());
    SparseMatrix rows = RowBuilder.build(armci, edges, vertices);
    Collectives collectives = Collectives.of(armci);
    WordSearch search =
        new WordSearch(armci, collectives, rows, edges.vertices(), new VirtualParts(5));
    for (int root = 0; root < 5; root++) {
      int[] levels = levels(joined, root);
      search.run(root);
      long[] own = search.ownWords();
      for (int place = 0; place < own.length; place++) {
        int vertex = vertices.index(place);
        assertEquals(levels[vertex], TreeWord.level(own[place]), "root " + root + " to " + vertex);
        if (levels[vertex] > 0) {
          int parent = TreeWord.parent(own[place]);
          assertEquals(levels[vertex] - 1, levels[parent], "parent " + parent + " of " + vertex);
          assertTrue(joined[parent][vertex], "edge " + parent + " to " + vertex);
        }
      }
    }
    search.free();
  }

  /** Searches serially, level by level. */
  private static int[] levels(boolean[][] joined, int root) {
    int[] levels = new int[joined.length];
    Arrays.fill(levels, UNREACHED);
    levels[root] = 0;
    for (int level = 0; level < joined.length; level++) {
      for (int u = 0; u < joined.length; u++) {
        for (int v = 0; v < joined.length; v++) {
          if (levels[u] == level && joined[u][v] && levels[v] == UNREACHED) {
            levels[v] = level + 1;
          }
        }
      }
    }
    return levels;
  }
}
