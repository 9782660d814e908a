package org.armci4j.waiting;

/** Name of a wait that knows which rank it is for, for profiles. */
public interface AwaitedRank {
  /**
   * Returns the rank that must act before the wait can end.
   *
   * @return negative if it is not known
   */
  int awaitedRank();
}
