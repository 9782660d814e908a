package org.armci4j;

/** What a library keeps for each runtime: see {@link Armci#companion}. */
public interface Companion extends AutoCloseable {
  /** Ends it; called once, when its runtime closes and before any memory is freed. */
  @Override
  void close();
}
