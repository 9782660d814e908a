package org.armci4j.collectives.levels;

import org.armci4j.Group;
import org.armci4j.collectives.CollectiveCalls;
import org.armci4j.collectives.running.Submission;

/**
 * Makes the calls of one level. It stands for the constructor of {@link CollectiveCalls}, which is
 * not public.
 */
@FunctionalInterface
public interface LevelCalls {
  /**
   * Returns the calls of a group.
   *
   * @param submit says what becomes of each
   */
  CollectiveCalls<?> of(Group group, Submission<?> submit);
}
