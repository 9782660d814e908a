package org.armci4j.profile;

import java.util.Map;

/**
 * Tells management tools what a rank has done so far. Registered as {@code
 * org.armci4j:type=Counters,rank=N} with the platform's server of beans while the rank has opened
 * its runtime.
 */
public interface CountersMXBean {
  /**
   * Returns the rank that counts.
   *
   * @return a rank of the job
   */
  int getRank();

  /**
   * Returns the number of ranks of the job.
   *
   * @return at least 1
   */
  int getSize();

  /**
   * Returns the number of operations by kind.
   *
   * @return kinds in words, such as {@code put list}
   */
  Map<String, Long> getOperations();

  /**
   * Returns the number of bytes by kind of operation.
   *
   * @return kinds in words, such as {@code put list}
   */
  Map<String, Long> getBytes();

  /**
   * Returns the number of operations by target.
   *
   * @return a number for each rank of the job
   */
  long[] getOperationsByPeer();

  /**
   * Returns the number of bytes by target of the operations.
   *
   * @return a number for each rank of the job
   */
  long[] getBytesByPeer();

  /**
   * Returns the number of collective calls.
   *
   * @return as {@link Counters#collectives}
   */
  long getCollectives();
}
