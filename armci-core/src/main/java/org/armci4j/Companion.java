package org.armci4j;

/** An object that a library keeps for each runtime: see {@link Armci#companion}. */
public interface Companion extends AutoCloseable {
  /**
   * Advances operations that only the calling thread can advance, such as those on memory confined
   * to it. Every thread calls it repeatedly while it waits in the runtime, even from inside this
   * call. Must neither wait nor throw.
   *
   * @return whether the calling thread has more such work to come: its wait then calls again soon
   */
  default boolean doOwnWork() {
    return false;
  }

  /** Ends this object; called once, when the runtime closes and before any memory is freed. */
  @Override
  void close();
}
