package org.armci4j.lab.contracts;

import java.util.Map;

/**
 * Lists checks that hold on every transport, at every number of ranks, in threads and in processes.
 * Every rank runs every check in the same order, each beginning and ending in step.
 */
public interface Contract {
  /**
   * Returns the checks, in the order in which they run.
   *
   * @return name and code of each
   */
  Map<String, RankCheck> checks();
}
