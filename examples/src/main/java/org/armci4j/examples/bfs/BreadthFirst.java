package org.armci4j.examples.bfs;

import java.util.Locale;
import org.armci4j.Armci;
import org.armci4j.collectives.Collectives;
import org.armci4j.collectives.Reduction;
import org.armci4j.examples.common.CyclicDeal;
import org.armci4j.examples.common.DealtLongs;
import org.armci4j.examples.common.IntList;
import org.armci4j.examples.common.VirtualParts;
import org.armci4j.examples.options.ProgramOptions;
import org.armci4j.examples.sparse.SparseMatrix;

/**
 * Searches Graph500's random graph breadth first from several roots, and validates every tree. The
 * rate is Graph500's: traversed edges per second (TEPS), of which the harmonic mean over the roots
 * counts.
 *
 * <p>Source of the problem: Graph500's specification 2.0.
 */
public final class BreadthFirst {
  private static final String USAGE =
      """
      Usage: bfs [--scale N] [--roots N] [--at-once N] [--seed N] [--help]

      Searches a Kronecker graph breadth first, as Graph500 does: by compare-and-swap of
      words, and by a stream of edges to the owners of their ends. Validates the trees.

        --scale N    2 to this power vertices, and 16 times as many edges; default 12
        --roots N    roots to search from; default 4
        --at-once N  vertices that each rank expands at once, between hosts; default 64
        --seed N     seed of the random numbers; default 1
        --help       print this\
      """;

  /** The options of a run. */
  private record SearchProblem(int scale, int roots, int atOnce, int seed) {
    static SearchProblem of(ProgramOptions options) {
      return new SearchProblem(
          options.number("--scale", 12, 24),
          options.number("--roots", 4, 64),
          options.number("--at-once", 64, 1 << 16),
          options.number("--seed", 1, Integer.MAX_VALUE));
    }
  }

  private final Armci armci;
  private final SearchProblem problem;
  private final Collectives collectives;
  private final KroneckerEdges edges;
  private final CyclicDeal vertices;
  private final SparseMatrix rows;
  private final DealtLongs tree;
  private long joined; // edges of all trees

  private BreadthFirst(Armci armci, SearchProblem problem) {
    this.armci = armci;
    this.problem = problem;
    this.collectives = Collectives.of(armci);
    this.edges = new KroneckerEdges(problem.scale(), problem.seed());
    this.vertices = CyclicDeal.of(armci, edges.vertices());
    this.rows = RowBuilder.build(armci, edges, vertices);
    this.tree = new DealtLongs(armci, edges.vertices());
  }

  /**
   * Runs on one rank.
   *
   * @param args see {@code --help}
   */
  public static void main(String[] args) {
    ProgramOptions.read("bfs", USAGE, args, SearchProblem::of).ifPresent(BreadthFirst::run);
  }

  private static void run(SearchProblem problem) {
    try (Armci armci = Armci.open()) {
      new BreadthFirst(armci, problem).run();
    }
  }

  private void run() {
    IntList roots = roots();
    WordSearch byWords =
        new WordSearch(
            armci, collectives, rows, edges.vertices(), VirtualParts.of(armci, problem.atOnce()));
    double words = rate(roots, byWords);
    byWords.free();
    StreamSearch byStream = new StreamSearch(armci, collectives, rows, vertices);
    double streams = rate(roots, byStream);
    byStream.close();
    if (armci.rank() == 0) {
      System.out.printf(
          Locale.ROOT,
          "%d vertices, %d edges: searches from %d roots traverse %d each; %.3g TEPS by words,"
              + " %.3g by a stream%n",
          edges.vertices(),
          edges.edges(),
          roots.size(),
          joined / (2L * roots.size()),
          words,
          streams);
    }
  }

  /** Returns some random vertices that have neighbours, the same on all ranks. */
  private IntList roots() {
    IntList roots = new IntList();
    VertexScramble order = new VertexScramble(problem.scale(), ~problem.seed());
    for (int i = 0; i < edges.vertices() && roots.size() < problem.roots(); i++) {
      int root = order.of(i);
      boolean isOwn = vertices.owner(root) == vertices.rank();
      int degree = isOwn ? rows.row(vertices.place(root)).length : 0;
      if (collectives.allreduce(degree, Reduction.MAX) > 0) {
        roots.add(root);
      }
    }
    return roots;
  }

  /** Searches from all roots, checks the trees, and returns the harmonic mean of the rates. */
  private double rate(IntList roots, TreeSearch search) {
    search.run(roots.get(0)); // warms up
    double secondsPerEdge = 0;
    for (int i = 0; i < roots.size(); i++) {
      armci.barrier();
      long start = System.nanoTime();
      search.run(roots.get(i));
      armci.barrier();
      double seconds = (System.nanoTime() - start) * 1e-9;
      secondsPerEdge += seconds / check(roots.get(i), search.ownWords());
    }
    return roots.size() / secondsPerEdge;
  }

  /** Checks a tree and returns the number of edges among its vertices. */
  private long check(int root, long[] ownWords) {
    tree.writeOwn(ownWords);
    armci.barrier(); // the words of all ranks are there
    TreeCheck check = new TreeCheck(root, tree.readAll());
    edges.draw(armci.rank(), armci.size(), check::edge);
    collectives.allreduce(check.confirmed(), Reduction.BITWISE_OR);
    check.vertices(check.confirmed());
    long sum = collectives.allreduce(check.joined(), Reduction.SUM);
    joined += sum;
    return sum;
  }
}
