package org.armci4j.examples.bfs;

/** A way to search the graph. */
interface TreeSearch {
  /** Searches from a root; all ranks together. */
  void run(int root);

  /** Returns the {@link TreeWord}s of this rank's vertices. */
  long[] ownWords();
}
