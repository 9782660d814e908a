package org.armci4j.examples.paths;

import java.util.Arrays;
import java.util.Comparator;
import java.util.PriorityQueue;

/** Dijkstra's algorithm on one rank, to compare with. */
final class SerialDijkstra {
  /** A vertex at the end of a path. */
  private record ReachedVertex(int vertex, long distance) {}

  private SerialDijkstra() {}

  /** Returns the distances of all vertices from a source. One rank has all rows. */
  static long[] distances(WeightedRows graph, int source) {
    long[] distances = new long[graph.vertices().length()];
    Arrays.fill(distances, DistanceBuckets.INFINITE);
    PriorityQueue<ReachedVertex> ends =
        new PriorityQueue<>(Comparator.comparingLong(ReachedVertex::distance));
    distances[source] = 0;
    ends.add(new ReachedVertex(source, 0));
    while (!ends.isEmpty()) {
      ReachedVertex next = ends.remove();
      if (next.distance() > distances[next.vertex()]) {
        continue; // a shorter path to it came before
      }
      for (int e = graph.begin(next.vertex()); e < graph.end(next.vertex()); e++) {
        long distance = next.distance() + graph.length(e);
        if (distance < distances[graph.target(e)]) {
          distances[graph.target(e)] = distance;
          ends.add(new ReachedVertex(graph.target(e), distance));
        }
      }
    }
    return distances;
  }
}
