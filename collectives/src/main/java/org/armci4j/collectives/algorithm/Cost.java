package org.armci4j.collectives.algorithm;

import org.armci4j.collectives.cost.LogGP;

/** How long an algorithm takes when all ranks begin at once: the time of the last to end. */
@FunctionalInterface
public interface Cost {
  /**
   * The formula of the algorithm; of no rank in particular, with the root at place 0.
   *
   * @return nanoseconds from its first step on
   */
  double nanos(Shape shape, LogGP machine);
}
