package org.armci4j.examples.bfs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

/** Breaks a right tree in one place after the other. */
class TreeCheckTest {
  /** Vertex 8 has no edges, and 5 and 6 are not reached from 0. */
  private static final int[][] EDGES = {
    {0, 1}, {2, 0}, {0, 7}, {1, 3}, {3, 2}, {3, 4}, {4, 4}, {5, 6}
  };

  private final long[] words = {
    TreeWord.of(0, 0),
    TreeWord.of(1, 0),
    TreeWord.of(1, 0),
    TreeWord.of(2, 1),
    TreeWord.of(3, 3),
    TreeWord.UNREACHED,
    TreeWord.UNREACHED,
    TreeWord.of(1, 0),
    TreeWord.UNREACHED
  };

  private long check() {
    TreeCheck check = new TreeCheck(0, words);
    for (int[] edge : EDGES) {
      check.edge(edge[0], edge[1]);
    }
    check.vertices(check.confirmed());
    return check.joined();
  }

  private void isRefused(String fault) {
    IllegalStateException thrown = assertThrows(IllegalStateException.class, this::check);
    assertEquals("the tree of root 0: " + fault, thrown.getMessage());
  }

  @Test
  void aRightTreePasses() {
    assertEquals(7, check());
    words[3] = TreeWord.of(2, 2); // another parent is as good
    assertEquals(7, check());
  }

  @Test
  void theRootIsItsOwnParent() {
    words[0] = TreeWord.of(0, 1);
    isRefused("0 is not the root, but a child of 1");
  }

  @Test
  void theRootIsReached() {
    words[0] = TreeWord.UNREACHED;
    isRefused("the edge from 0 to 1 leaves the tree");
  }

  @Test
  void theLevelOfTheRootIsZero() {
    words[0] = TreeWord.of(1, 0);
    isRefused("0 is not the root, but a child of 0");
  }

  @Test
  void aNeighbourOfTheTreeIsReached() {
    words[4] = TreeWord.UNREACHED;
    isRefused("the edge from 3 to 4 leaves the tree");
  }

  @Test
  void aVertexIsReachedOnlyWithItsNeighbours() {
    words[5] = TreeWord.of(1, 0);
    isRefused("the edge from 5 to 6 leaves the tree");
  }

  @Test
  void anEdgeSkipsNoLevel() {
    words[4] = TreeWord.of(4, 3);
    isRefused("the edge from 3 to 4 skips a level");
  }

  @Test
  void aVertexIsOneLevelBelowItsParent() {
    words[3] = TreeWord.of(1, 1);
    words[4] = TreeWord.of(2, 3);
    isRefused("3 is not one level below its parent 1");
  }

  @Test
  void aCircleIsNoTree() {
    words[5] = TreeWord.of(2, 6);
    words[6] = TreeWord.of(2, 5);
    isRefused("5 is not one level below its parent 6");
  }

  @Test
  void aParentIsReached() {
    words[8] = TreeWord.of(0, 5);
    isRefused("8 is not one level below its parent 5");
  }

  @Test
  void aParentIsAVertex() {
    words[8] = TreeWord.of(1, 9);
    isRefused("8 has the parent 9, which is no vertex");
  }

  @Test
  void aParentIsANeighbour() {
    words[3] = TreeWord.of(2, 7);
    isRefused("no edge joins 3 with its parent 7");
  }
}
