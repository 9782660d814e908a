package org.armci4j.lab.storm;

import java.util.ArrayList;
import java.util.List;
import org.armci4j.lab.storm.JobLines.Line;

/**
 * Divides the losses of a job into stages. A stage ends when the members say that they go on: by
 * then each has a new copy.
 */
final class LossStages {
  private final List<List<Integer>> stages = new ArrayList<>();
  private final LossPlan plan;

  /** Divides the losses, which are in the order of their times. */
  LossStages(LossPlan plan, List<Line> losses, List<Line> progress) {
    this.plan = plan;
    long before = 0;
    for (Line loss : losses) {
      long from = before;
      boolean saved =
          progress.stream().anyMatch(line -> line.nanos() > from && line.nanos() < loss.nanos());
      if (stages.isEmpty() || saved) {
        stages.add(new ArrayList<>());
      }
      stages.getLast().add(Integer.parseInt(loss.found()));
      before = loss.nanos();
    }
  }

  /** Returns whether a second rank was lost before the members had saved anew. */
  boolean lostTwo() {
    return stages.stream().anyMatch(stage -> stage.size() > 1);
  }

  /** Returns whether a rank was lost with its copy before the members had saved anew. */
  boolean lostCopy() {
    RankGroup group = plan.world();
    for (List<Integer> stage : stages) {
      RankGroup members = group;
      List<Integer> lost = stage.stream().filter(members.ranks()::contains).toList();
      if (lost.stream().anyMatch(rank -> members.losesCopy(rank, lost))) {
        return true;
      }
      group = group.without(lost);
    }
    return false;
  }
}
