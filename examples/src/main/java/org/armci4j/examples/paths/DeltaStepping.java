package org.armci4j.examples.paths;

import java.util.function.LongUnaryOperator;
import org.armci4j.examples.common.IntList;

/**
 * Finds shortest paths by buckets of vertices. The vertices of the first bucket relax their light
 * edges, which may end in the same bucket, until it stays empty. Then they relax their heavy edges,
 * which are longer than a bucket is wide and end in later buckets.
 *
 * <p>Source: Meyer, Sanders, "Δ-stepping: a parallelizable shortest path algorithm" (2003).
 */
final class DeltaStepping {
  private final WeightedRows graph;
  private final DistanceBuckets buckets;
  private final Relaxations relaxations;
  private final LongUnaryOperator leastOfAll;
  private final IntList taken = new IntList();
  private int settled; // of those taken, how many have relaxed their light edges

  /**
   * Makes the state of one rank.
   *
   * @param graph the edges of this rank's vertices
   * @param buckets of this rank's vertices
   * @param relaxations fill the buckets
   * @param leastOfAll returns the least value of all ranks
   */
  DeltaStepping(
      WeightedRows graph,
      DistanceBuckets buckets,
      Relaxations relaxations,
      LongUnaryOperator leastOfAll) {
    this.graph = graph;
    this.buckets = buckets;
    this.relaxations = relaxations;
    this.leastOfAll = leastOfAll;
  }

  /** Leaves the distances from a source in the buckets of all ranks; all ranks together. */
  void run(int source) {
    relaxations.begin();
    if (graph.vertices().owner(source) == graph.vertices().rank()) {
      relaxations.offer(source, 0);
    }
    relaxations.finish();
    long bucket = first(0);
    while (bucket != DistanceBuckets.INFINITE) {
      taken.clear();
      settled = 0;
      long next = bucket;
      while (next == bucket) {
        relaxLight(bucket);
        next = first(bucket);
      }
      relaxHeavy();
      bucket = first(bucket);
    }
  }

  private long first(long from) {
    return leastOfAll.applyAsLong(buckets.first(from));
  }

  private void relaxLight(long bucket) {
    buckets.take(bucket, taken);
    for (; settled < taken.size(); settled++) {
      relax(taken.get(settled), 1, buckets.width());
    }
    relaxations.finish();
  }

  /** A vertex may have been taken twice; its second offers then change nothing. */
  private void relaxHeavy() {
    for (int i = 0; i < taken.size(); i++) {
      relax(taken.get(i), buckets.width() + 1, Integer.MAX_VALUE);
    }
    relaxations.finish();
  }

  private void relax(int row, int shortest, int longest) {
    for (int e = graph.begin(row); e < graph.end(row); e++) {
      int length = graph.length(e);
      if (length >= shortest && length <= longest) {
        relaxations.offer(graph.target(e), buckets.distance(row) + length);
      }
    }
  }
}
