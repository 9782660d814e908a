package org.armci4j.examples.bfs;

/** What a search knows of a vertex, in one word, so that one atomic operation sets all of it. */
final class TreeWord {
  /** The word of a vertex that the search has not reached; its level is −1. */
  static final long UNREACHED = -1;

  private TreeWord() {}

  static long of(int level, int parent) {
    return ((long) level << Integer.SIZE) | parent;
  }

  /** Returns how many edges of the tree lead from the root to the vertex. */
  static int level(long word) {
    return (int) (word >> Integer.SIZE);
  }

  /** Returns the vertex before it on the path from the root; the root has itself. */
  static int parent(long word) {
    return (int) word;
  }
}
