package org.armci4j.examples.paths;

/** Carries lengths of paths to the owners of the vertices where they end. */
interface Relaxations {
  /** Forgets all paths; all ranks together. */
  void begin();

  /** Offers the length of a path to the owner of a vertex. */
  void offer(int vertex, long distance);

  /** Returns when all offers of all ranks are in the owners' buckets; all ranks together. */
  void finish();
}
