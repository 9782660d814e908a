package org.armci4j.collectives.algorithm;

import org.armci4j.collectives.cost.LogGP;

/**
 * Returns the time of an algorithm when all ranks begin at once: the time of the last rank to end.
 */
@FunctionalInterface
public interface Cost {
  /**
   * Returns the time by the algorithm's formula, for no rank in particular, with the root at place
   * 0.
   *
   * @return nanoseconds from its first step on
   */
  double nanos(Shape shape, LogGP machine);
}
