package org.armci4j.examples.paths;

import org.armci4j.Armci;
import org.armci4j.examples.common.CyclicDeal;
import org.armci4j.examples.common.Mailboxes;

/**
 * Puts each offer for another rank's vertex into the mailbox of its owner, word by word. The owner
 * looks into its mailbox at the end of the phase. An offer for one of a rank's own vertices needs
 * no other memory.
 */
final class WordRelaxations implements Relaxations {
  private final CyclicDeal vertices;
  private final DistanceBuckets buckets;
  private final Mailboxes offers;

  WordRelaxations(Armci armci, WeightedRows graph, DistanceBuckets buckets) {
    this.vertices = graph.vertices();
    this.buckets = buckets;
    // A phase relaxes an edge once at most.
    long[] edges = new long[armci.size()];
    for (int edge = 0; edge < graph.edges(); edge++) {
      int owner = vertices.owner(graph.target(edge));
      edges[owner] += owner == armci.rank() ? 0 : 1;
    }
    this.offers = new Mailboxes(armci, edges);
  }

  @Override
  public void begin() {
    buckets.clear();
  }

  @Override
  public void offer(int vertex, long distance) {
    int place = vertices.place(vertex);
    int owner = vertices.owner(vertex);
    if (owner == vertices.rank()) {
      buckets.relax(place, distance);
    } else {
      offers.put(owner, place, distance);
    }
  }

  @Override
  public void finish() {
    offers.deliver(buckets::relax);
  }

  void free() {
    offers.close();
  }
}
