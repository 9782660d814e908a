package org.armci4j.lab.papers;

import static org.armci4j.lab.model.TreeModelRank.BEST;
import static org.armci4j.lab.model.TreeModelRank.CHOSEN;
import static org.armci4j.lab.model.TreeModelRank.FASTEST;
import static org.armci4j.lab.model.TreeModelRank.MEASURED;
import static org.armci4j.lab.model.TreeModelRank.WORST;

import java.util.ArrayList;
import java.util.List;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.lab.model.TreeModelRank;

/** Ratios of row C5: measured times, divided by those that the cost model gives. */
final class ModelRows {
  /** What a measured time may lie beyond the model's bounds: the paper's 8 %. */
  private static final double ERROR = 0.08;

  private static final int[] RANKS = {4, 8};

  static final List<PaperRatio> RATIOS = ratios();

  private ModelRows() {}

  private static List<PaperRatio> ratios() {
    List<PaperRatio> all = new ArrayList<>();
    for (int ranks : RANKS) {
      for (long size : TreeModelRank.predictedSizes()) {
        TreeModelRank.trees(ranks)
            .forEach(
                tree -> {
                  String name = "allreduce-" + tree.best().name();
                  all.add(ratio(name, MEASURED, WORST, size, ranks, PaperAim.atMost(1 + ERROR)));
                  all.add(ratio(name, MEASURED, BEST, size, ranks, PaperAim.atLeast(1 - ERROR)));
                });
        all.add(ratio("allreduce", CHOSEN, FASTEST, size, ranks, PaperAim.atMost(1 + ERROR)));
      }
    }
    return List.copyOf(all);
  }

  private static PaperRatio ratio(
      String operation, String first, String second, long sizeBytes, int ranks, PaperAim aim) {
    boolean isChoice = first.equals(CHOSEN);
    return new PaperRatio(
        Text.format(
            "%s, %s, %d ranks: %s / %s",
            operation.replace('-', ' '),
            CollectiveRows.size(sizeBytes),
            ranks,
            isChoice ? "degree by the model" : first,
            isChoice ? "best degree" : "the model's " + second),
        new PaperFigure(Experiment.MODEL, first, operation, sizeBytes, ranks),
        new PaperFigure(Experiment.MODEL, second, operation, sizeBytes, ranks),
        isChoice ? "1" : second.equals(WORST) ? "at most 1.08" : "at least 0.92",
        aim);
  }
}
