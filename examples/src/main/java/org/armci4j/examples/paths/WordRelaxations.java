package org.armci4j.examples.paths;

import java.util.Arrays;
import org.armci4j.Armci;
import org.armci4j.examples.common.DealtLongs;
import org.armci4j.examples.common.IntList;
import org.armci4j.examples.common.VirtualParts;

/**
 * Lowers the distance of a vertex in its owner's memory by compare-and-swap. The owner looks
 * through its distances when all ranks have done so. The offers of a phase are carried out at its
 * end, many at once in virtual threads.
 */
final class WordRelaxations implements Relaxations {
  private final Armci armci;
  private final VirtualParts parts;
  private final DealtLongs shortest;
  private final DistanceBuckets buckets;
  private final IntList vertices = new IntList(); // of the offers of this phase
  private long[] distances = new long[1024];

  WordRelaxations(Armci armci, int count, DistanceBuckets buckets, VirtualParts parts) {
    this.armci = armci;
    this.parts = parts;
    this.shortest = new DealtLongs(armci, count);
    this.buckets = buckets;
  }

  @Override
  public void begin() {
    buckets.clear();
    shortest.fill(DistanceBuckets.INFINITE);
  }

  @Override
  public void offer(int vertex, long distance) {
    if (vertices.size() == distances.length) {
      distances = Arrays.copyOf(distances, 2 * distances.length);
    }
    distances[vertices.size()] = distance;
    vertices.add(vertex);
  }

  @Override
  public void finish() {
    parts.run(this::lowerSome);
    vertices.clear();
    armci.barrier(); // the distances hold the offers of all ranks
    long[] own = shortest.readOwn();
    for (int place = 0; place < own.length; place++) {
      buckets.relax(place, own[place]);
    }
  }

  private void lowerSome(int first, int step) {
    for (int i = first; i < vertices.size(); i += step) {
      lower(vertices.get(i), distances[i]);
    }
  }

  private void lower(int vertex, long distance) {
    long held = shortest.get(vertex);
    while (distance < held) {
      long found = shortest.compareAndSwap(vertex, held, distance);
      if (found == held) {
        return;
      }
      held = found;
    }
  }

  void free() {
    shortest.close();
  }
}
