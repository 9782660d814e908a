package org.armci4j.examples.paths;

/** Carries lengths of paths to the owners of the vertices where they end. */
interface Relaxations {
  /** Forgets all paths; all ranks together. */
  void begin();

  /** Offers the length of a path to the owner of a vertex. */
  void offer(int vertex, long distance);

  /**
   * Returns when the offers of all ranks are in this rank's buckets; all ranks together. They meet
   * once more before the next offer.
   */
  void finish();
}
