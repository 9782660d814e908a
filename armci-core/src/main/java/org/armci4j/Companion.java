package org.armci4j;

/** What a library keeps for each runtime: see {@link Armci#companion}. */
public interface Companion extends AutoCloseable {
  /**
   * Moves on what the calling thread alone can, such as operations on memory that is confined to
   * it. Called again and again while a thread waits in the runtime, by any thread, also by one that
   * is inside this call. Does not wait, and throws nothing.
   *
   * @return whether more of the calling thread's own is to come: then its wait calls again soon
   */
  default boolean doOwnWork() {
    return false;
  }

  /** Ends it; called once, when its runtime closes and before any memory is freed. */
  @Override
  void close();
}
