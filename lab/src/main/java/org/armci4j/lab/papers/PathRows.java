package org.armci4j.lab.papers;

import java.util.List;
import org.armci4j.benchmarks.driver.JobMain;
import org.armci4j.benchmarks.driver.ResultLines;

/** Rows of "Topology agnostic hot-spot avoidance with InfiniBand". */
final class PathRows {
  private static final long BYTES = 64 << 10;
  private static final String BEST = "(12,3)";
  private static final String HSAM = "HSAM";
  private static final String ONE = "one";
  private static final int RAIL_RANKS = 4;

  static final List<PaperRow> ALL =
      List.of(
          new PaperRow(
              "H2",
              "A transfer is divided by the paths' weights, so that all stripes end together.",
              "Two equal wires carry at most twice what one does.",
              List.of(
                  rails("displaced ring", "equal", "(4,2)", "one path", null),
                  rails("allgather", "equal", "(4,2)", "one path", null))),
          new PaperRow(
              "H4",
              "Only the best paths carry a transfer, so that a slow one costs nothing.",
              "An alltoall tells a rank little of each path in a round; its weights come late.",
              List.of(
                  rails("displaced ring", "slowed", "(4,2)", HSAM, PaperAim.atLeast(1.25)),
                  rails("allgather", "slowed", "(4,2)", HSAM, PaperAim.atLeast(1.25)),
                  rails("alltoall", "slowed", "(4,2)", HSAM, PaperAim.atLeast(1.25)))),
          new PaperRow(
              "H6",
              "With (12,3) an alltoall of 48 ranks takes 27 % less than HSAM and half of the"
                  + " original's time; of 64 ranks 32 % less than HSAM (abstract; mapping not"
                  + " said). An allgather of 64 ranks takes 43 % less than the original and 32 %"
                  + " less than HSAM.",
              "Played packet by packet on a switch of the paper's form; figures are multiples of"
                  + " what messages take on links of their own. Routes are drawn by lot, which"
                  + " gives HSAM's four paths good ones, and an alltoall's weights learn one"
                  + " message a round.",
              List.of(
                  paths("alltoall-in-order", 48, HSAM, "0.73").with(PaperAim.atMost(0.73)),
                  paths("alltoall-in-order", 48, ONE, "0.50").with(PaperAim.atMost(0.5)),
                  paths("alltoall-by-lot", 64, HSAM, "0.68").with(PaperAim.atMost(0.68)),
                  paths("allgather-by-lot", 64, HSAM, "0.68").with(PaperAim.atMost(0.68)),
                  paths("allgather-by-lot", 64, ONE, "0.57").with(PaperAim.atMost(0.57)))));

  private PathRows() {}

  private static PaperRatio paths(String operation, int ranks, String other, String paper) {
    return new PaperRatio(
        operation.replace('-', ' ') + ", " + ranks + " ranks: (12,3) / " + other,
        new PaperFigure(Experiment.PATHS, BEST, operation, BYTES, ranks),
        new PaperFigure(Experiment.PATHS, other, operation, BYTES, ranks),
        paper,
        null);
  }

  private static PaperRatio rails(
      String pattern, String rates, String first, String second, PaperAim aim) {
    return new PaperRatio(
        pattern + ", wires " + rates + ", MB/s: " + first + " / " + second,
        rail(pattern, first, rates),
        rail(pattern, second, rates),
        "",
        aim);
  }

  /** Returns a figure of ranks in order, under the name that the suite's rank prints. */
  private static PaperFigure rail(String pattern, String policy, String rates) {
    return new PaperFigure(
        Experiment.POLICIES,
        JobMain.OWN,
        ResultLines.word(String.join(", ", pattern, "sequential", policy, rates)),
        PaperFigure.EVERY_SIZE,
        RAIL_RANKS);
  }
}
