package org.armci4j.examples.paths;

import java.util.Arrays;
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
  private final long[] left; // the bucket with which a vertex has relaxed its heavy edges

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
    this.left = new long[graph.vertices().count()];
  }

  /** Leaves the distances from a source in the buckets of all ranks; all ranks together. */
  void run(int source) {
    Arrays.fill(left, -1);
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
      relaxHeavy(bucket);
      bucket = first(bucket);
    }
  }

  private long first(long from) {
    return leastOfAll.applyAsLong(buckets.first(from));
  }

  private void relaxLight(long bucket) {
    buckets.take(bucket, taken);
    for (; settled < taken.size(); settled++) {
      int row = taken.get(settled);
      relax(row, graph.begin(row), graph.heavy(row));
    }
    relaxations.finish();
  }

  /** Relaxes the heavy edges of each vertex once: it may have been taken several times. */
  private void relaxHeavy(long bucket) {
    for (int i = 0; i < taken.size(); i++) {
      int row = taken.get(i);
      if (left[row] != bucket) {
        left[row] = bucket;
        relax(row, graph.heavy(row), graph.end(row));
      }
    }
    relaxations.finish();
  }

  private void relax(int row, int begin, int end) {
    long distance = buckets.distance(row);
    for (int e = begin; e < end; e++) {
      relaxations.offer(graph.target(e), distance + graph.length(e));
    }
  }
}
