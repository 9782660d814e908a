package org.armci4j.examples.paths;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.function.LongUnaryOperator;
import java.util.stream.IntStream;
import org.armci4j.examples.common.CyclicDeal;
import org.junit.jupiter.api.Test;

/** The system property {@code test.seed} repeats the draws of a run. */
class DeltaSteppingTest {
  private static final int GRAPHS = 300;

  /** An offer that nobody has looked at yet. */
  private record WaitingOffer(int vertex, long distance) {}

  /** Relaxes at the end of a phase in random order, some before, as a stream may. */
  private record ShuffledRelaxations(
      DistanceBuckets buckets, Random random, List<WaitingOffer> waiting) implements Relaxations {
    @Override
    public void begin() {
      buckets.clear();
    }

    @Override
    public void offer(int vertex, long distance) {
      waiting.add(new WaitingOffer(vertex, distance));
      if (random.nextInt(5) == 0) {
        finish();
      }
    }

    @Override
    public void finish() {
      Collections.shuffle(waiting, random);
      waiting.forEach(offer -> buckets.relax(offer.vertex(), offer.distance()));
      waiting.clear();
    }
  }

  private static long[] distances(WeightedRows graph, int source, int delta, Random random) {
    int vertices = graph.vertices().length();
    DistanceBuckets buckets = new DistanceBuckets(vertices, delta, 100);
    Relaxations relaxations = new ShuffledRelaxations(buckets, random, new ArrayList<>());
    new DeltaStepping(graph, buckets, relaxations, LongUnaryOperator.identity()).run(source);
    return IntStream.range(0, vertices).mapToLong(buckets::distance).toArray();
  }

  /** Relaxes all edges until nothing changes, which is the definition of a shortest path. */
  private static long[] expected(WeightedRows graph, int source) {
    long[] distances = new long[graph.vertices().length()];
    Arrays.fill(distances, DistanceBuckets.INFINITE);
    distances[source] = 0;
    boolean changed = true;
    while (changed) {
      changed = false;
      for (int row = 0; row < distances.length; row++) {
        for (int e = graph.begin(row); e < graph.end(row); e++) {
          boolean reached = distances[row] != DistanceBuckets.INFINITE;
          if (reached && distances[row] + graph.length(e) < distances[graph.target(e)]) {
            distances[graph.target(e)] = distances[row] + graph.length(e);
            changed = true;
          }
        }
      }
    }
    return distances;
  }

  @Test
  void allWaysFindTheSameDistances() {
    long seed = Long.getLong("test.seed", System.nanoTime());
    System.out.printf(Locale.ROOT, "shortest paths: -Dtest.seed=%d%n", seed);
    Random random = new Random(seed);
    for (int i = 0; i < GRAPHS; i++) {
      WeightedEdges edges = new WeightedEdges(1 + random.nextInt(60));
      int longest = 1 + random.nextInt(100);
      for (int edge = random.nextInt(5 * edges.vertices()); edge > 0; edge--) {
        int from = random.nextInt(edges.vertices());
        edges.add(from, random.nextInt(edges.vertices()), 1 + random.nextInt(longest));
      }
      int source = random.nextInt(edges.vertices());
      int delta = 1 + random.nextInt(120);
      WeightedRows graph = new WeightedRows(edges, new CyclicDeal(edges.vertices(), 1, 0), delta);
      long[] expected = expected(graph, source);
      String problem = "graph " + i + " from " + source + ", delta " + delta + ", seed " + seed;
      assertArrayEquals(expected, SerialDijkstra.distances(graph, source), problem);
      assertArrayEquals(expected, distances(graph, source, delta, random), problem);
    }
  }
}
