package org.armci4j.examples.bfs;

import java.util.Locale;

/**
 * Checks the tree of a search as Graph500 does. First come the edges, each by some rank, then the
 * vertices. Together the checks prove that each level is the vertex's distance from the root.
 *
 * <p>Source: Graph500's specification 2.0, section "Validation".
 */
final class TreeCheck {
  private final int root;
  private final long[] words;
  private final long[] confirmed;
  private long joined;

  /** Checks the {@link TreeWord}s of all vertices. */
  TreeCheck(int root, long[] words) {
    this.root = root;
    this.words = words;
    this.confirmed = new long[Math.ceilDiv(words.length, Long.SIZE)];
  }

  /**
   * Checks an edge of the graph: both ends are reached or neither, and the levels differ by at most
   * one. Remembers whether it is an edge of the tree.
   */
  void edge(int u, int v) {
    int levelOfU = TreeWord.level(words[u]);
    int levelOfV = TreeWord.level(words[v]);
    if ((levelOfU < 0) != (levelOfV < 0)) {
      throw broken("the edge from %d to %d leaves the tree", u, v);
    }
    if (Math.abs(levelOfU - levelOfV) > 1) {
      throw broken("the edge from %d to %d skips a level", u, v);
    }
    if (levelOfU >= 0) {
      joined++;
      confirm(u, v);
      confirm(v, u);
    }
  }

  private void confirm(int vertex, int parent) {
    if (TreeWord.parent(words[vertex]) == parent) {
      confirmed[vertex / Long.SIZE] |= 1L << vertex;
    }
  }

  /** Returns how many of the edges join vertices of the tree. */
  long joined() {
    return joined;
  }

  /** Returns bits for the vertices, set where an edge of the graph leads to the parent. */
  long[] confirmed() {
    return confirmed;
  }

  /**
   * Checks the root and all vertices: each has a parent one level above, which an edge joins with
   * it. So the levels fall along the parents, and the tree has no circle.
   *
   * @param ofAll the bits that the edges of all ranks have set
   */
  void vertices(long[] ofAll) {
    if (words[root] != TreeWord.of(0, root)) {
      throw broken("%d is not the root, but a child of %d", root, TreeWord.parent(words[root]));
    }
    for (int vertex = 0; vertex < words.length; vertex++) {
      if (vertex != root && words[vertex] != TreeWord.UNREACHED) {
        vertex(vertex, TreeWord.parent(words[vertex]), ofAll);
      }
    }
  }

  private void vertex(int vertex, int parent, long[] ofAll) {
    if (parent < 0 || parent >= words.length) {
      throw broken("%d has the parent %d, which is no vertex", vertex, parent);
    }
    int above = TreeWord.level(words[parent]);
    if (above < 0 || TreeWord.level(words[vertex]) != above + 1) {
      throw broken("%d is not one level below its parent %d", vertex, parent);
    }
    if ((ofAll[vertex / Long.SIZE] & (1L << vertex)) == 0) {
      throw broken("no edge joins %d with its parent %d", vertex, parent);
    }
  }

  private IllegalStateException broken(String fault, int first, int second) {
    return new IllegalStateException(
        String.format(Locale.ROOT, "the tree of root " + root + ": " + fault, first, second));
  }
}
