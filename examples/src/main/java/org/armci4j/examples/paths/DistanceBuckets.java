package org.armci4j.examples.paths;

import java.util.Arrays;
import org.armci4j.examples.common.IntList;

/**
 * The tentative distances of one rank's vertices, and the vertices by distance: bucket i has those
 * from i times a width to the next bucket. A vertex that moves to an earlier bucket leaves its
 * entry in the later one. The earlier one is taken first, so {@link #take} then skips the entry.
 */
final class DistanceBuckets {
  /** The distance of a vertex that no path has reached, and the number of no bucket. */
  static final long INFINITE = Long.MAX_VALUE;

  private final int width;
  private final long[] distances;
  private final long[] taken; // the distance at which a vertex was taken last

  /** Bucket i is in slot i modulo their number. */
  private final IntList[] slots;

  /**
   * Makes empty buckets.
   *
   * @param vertices how many vertices this rank has
   * @param width of a bucket
   * @param longest length of an edge
   */
  DistanceBuckets(int vertices, int width, int longest) {
    this.width = width;
    this.distances = new long[vertices];
    this.taken = new long[vertices];
    // An edge from the first bucket ends in it or in one of so many behind it.
    this.slots = new IntList[Math.ceilDiv(longest, width) + 1];
    Arrays.setAll(slots, _ -> new IntList());
    clear();
  }

  /** Forgets all paths. */
  void clear() {
    Arrays.fill(distances, INFINITE);
    Arrays.fill(taken, INFINITE);
    for (IntList slot : slots) {
      slot.clear();
    }
  }

  long distance(int vertex) {
    return distances[vertex];
  }

  /** Takes over the length of a path to a vertex, if no shorter path is known. */
  void relax(int vertex, long distance) {
    if (distance < distances[vertex]) {
      distances[vertex] = distance;
      slots[(int) (distance / width % slots.length)].add(vertex);
    }
  }

  /**
   * Returns the first bucket that has entries.
   *
   * @param from no bucket before this one has any
   * @return its number, {@link #INFINITE} if all are empty
   */
  long first(long from) {
    for (long bucket = from; bucket < from + slots.length; bucket++) {
      if (slots[(int) (bucket % slots.length)].size() > 0) {
        return bucket;
      }
    }
    return INFINITE;
  }

  /** Moves the vertices of the first bucket that has entries to a list, each once. */
  void take(long bucket, IntList vertices) {
    IntList slot = slots[(int) (bucket % slots.length)];
    for (int i = 0; i < slot.size(); i++) {
      int vertex = slot.get(i);
      if (distances[vertex] != taken[vertex]) {
        taken[vertex] = distances[vertex];
        vertices.add(vertex);
      }
    }
    slot.clear();
  }
}
