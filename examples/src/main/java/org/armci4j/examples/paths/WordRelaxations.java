package org.armci4j.examples.paths;

import org.armci4j.Armci;
import org.armci4j.examples.common.CyclicDeal;
import org.armci4j.examples.common.WordMailboxes;

/**
 * Puts each offer for another rank's vertex into the mailbox of its owner, word by word. The owner
 * looks into its mailbox at the end of the phase.
 */
final class WordRelaxations implements Relaxations {
  private final CyclicDeal vertices;
  private final DistanceBuckets buckets;
  private final WordMailboxes offers;

  WordRelaxations(Armci armci, WeightedRows graph, DistanceBuckets buckets) {
    this.vertices = graph.vertices();
    this.buckets = buckets;
    // A phase relaxes an edge once at most.
    long[] edges = new long[armci.size()];
    for (int edge = 0; edge < graph.edges(); edge++) {
      edges[vertices.owner(graph.target(edge))]++;
    }
    this.offers = new WordMailboxes(armci, edges, buckets::relax);
  }

  @Override
  public void begin() {
    buckets.clear();
  }

  @Override
  public void offer(int vertex, long distance) {
    offers.put(vertices.owner(vertex), vertices.place(vertex), distance);
  }

  @Override
  public void finish() {
    offers.finish();
  }

  void free() {
    offers.close();
  }
}
