package org.armci4j.testkit.conformance.threads;

import java.util.List;
import java.util.SplittableRandom;

/** Does several kinds of work on one thread, in an order that is the same on all ranks. */
final class MixedSteps implements ThreadWork {
  private final SplittableRandom common;
  private final List<ThreadWork> steps;

  /**
   * @param common draws the same on all ranks
   * @param steps the kinds of work; one that is listed twice is drawn twice as often
   */
  MixedSteps(SplittableRandom common, List<ThreadWork> steps) {
    this.common = common;
    this.steps = steps;
  }

  @Override
  public void next() {
    steps.get(common.nextInt(steps.size())).next();
  }

  @Override
  public void end() {
    steps.stream().distinct().forEach(ThreadWork::end);
  }
}
