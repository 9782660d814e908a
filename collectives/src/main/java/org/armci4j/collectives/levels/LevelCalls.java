package org.armci4j.collectives.levels;

import org.armci4j.Group;
import org.armci4j.collectives.CollectiveCalls;
import org.armci4j.collectives.running.Submission;

/**
 * The constructor of {@link CollectiveCalls}, which programs have no use for and levels have: each
 * level makes its calls by it.
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
