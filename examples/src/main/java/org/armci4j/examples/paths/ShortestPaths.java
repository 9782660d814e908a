package org.armci4j.examples.paths;

import java.util.Arrays;
import java.util.Locale;
import org.armci4j.Armci;
import org.armci4j.collectives.Collectives;
import org.armci4j.collectives.Reduction;
import org.armci4j.examples.common.CyclicDeal;
import org.armci4j.examples.common.FormTimer;
import org.armci4j.examples.options.ProgramOptions;
import org.armci4j.examples.sparse.GraphOptions;

/**
 * Finds the distances of all vertices of a graph from vertex 0. Lengths are whole numbers, so sums
 * are exact in any order, and every distance must equal that of a serial Dijkstra.
 *
 * <p>Source of the problem: sssp of bale ({@code jdevinney/bale}).
 */
public final class ShortestPaths {
  private static final String USAGE =
      """
      Usage: paths [OPTION VALUE]...

      Finds shortest paths from vertex 0 of a graph by delta stepping: each path goes to the
      owner of its end, by puts into a mailbox, and by a stream. Compares all distances with
      those of a serial Dijkstra. Edges of a graph have random lengths, the same in both
      directions. Those of a file lead from row to column; its values are their lengths, whole
      numbers from 1 to 65536. Where the field is pattern, each direction of an edge draws a
      random length.

        --longest N   the largest random length; default 1000
        --delta N     width of a bucket; default 125

      """
          + GraphOptions.USAGE;

  private static final int SOURCE = 0;

  /** The options of a run. */
  private record PathProblem(WeightedEdges edges, int delta) {
    static PathProblem of(ProgramOptions line) {
      GraphOptions graph = GraphOptions.of(line);
      int longest = line.number("--longest", 1000, 1 << 16);
      return new PathProblem(
          WeightedEdges.of(graph.source(), longest, graph.seed()),
          line.number("--delta", 125, 1 << 20));
    }
  }

  private final Armci armci;
  private final Collectives collectives;
  private final WeightedRows own;
  private final DistanceBuckets buckets;
  private final long[] expected;

  private ShortestPaths(Armci armci, PathProblem problem) {
    this.armci = armci;
    this.collectives = Collectives.of(armci);
    WeightedEdges edges = problem.edges();
    int delta = problem.delta();
    this.own = new WeightedRows(edges, CyclicDeal.of(armci, edges.vertices()), delta);
    this.buckets = new DistanceBuckets(own.vertices().count(), delta, edges.longest());
    WeightedRows all = new WeightedRows(edges, new CyclicDeal(edges.vertices(), 1, 0), delta);
    this.expected = SerialDijkstra.distances(all, SOURCE);
  }

  /**
   * Runs on one rank.
   *
   * @param args see {@code --help}
   */
  public static void main(String[] args) {
    ProgramOptions.read("paths", USAGE, args, PathProblem::of).ifPresent(ShortestPaths::run);
  }

  private static void run(PathProblem problem) {
    try (Armci armci = Armci.open()) {
      new ShortestPaths(armci, problem).run();
    }
  }

  private void run() {
    WordRelaxations byWords = new WordRelaxations(armci, own, buckets);
    double words = seconds(byWords);
    byWords.free();
    StreamRelaxations byStream = new StreamRelaxations(armci, own.vertices(), buckets);
    double streams = seconds(byStream);
    byStream.close();
    long edges = collectives.allreduce(own.edges(), Reduction.SUM);
    if (armci.rank() == 0) {
      System.out.printf(
          Locale.ROOT,
          "%d vertices, %d edges: the farthest is %d away; %.3g edges per second by words,"
              + " %.3g by a stream%n",
          own.vertices().length(),
          edges,
          Arrays.stream(expected).filter(d -> d != DistanceBuckets.INFINITE).max().orElseThrow(),
          edges / words,
          edges / streams);
    }
  }

  /** Finds all distances and checks them; returns the seconds. */
  private double seconds(Relaxations relaxations) {
    DeltaStepping steps =
        new DeltaStepping(
            own, buckets, relaxations, least -> collectives.allreduce(least, Reduction.MIN));
    double seconds = FormTimer.seconds(armci, () -> steps.run(SOURCE));
    for (int place = 0; place < own.vertices().count(); place++) {
      int vertex = own.vertices().index(place);
      if (buckets.distance(place) != expected[vertex]) {
        throw new IllegalStateException(
            String.format(
                Locale.ROOT,
                "vertex %d is %d away instead of %d",
                vertex,
                buckets.distance(place),
                expected[vertex]));
      }
    }
    return seconds;
  }
}
