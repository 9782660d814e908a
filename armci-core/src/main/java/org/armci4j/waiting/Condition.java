package org.armci4j.waiting;

/**
 * What a wait looks at until it holds. It has no state of its own, so that one object made once
 * serves all waits of a kind: the wait hands it the subject and two numbers at every look.
 *
 * @param <S> what is looked at
 */
@FunctionalInterface
public interface Condition<S> {
  /**
   * Looks once; must not wait. Reads with acquire what others write.
   *
   * @param subject what is looked at
   * @param first what the wait was given
   * @param second what the wait was given
   * @return whether the wait is over
   */
  boolean holds(S subject, long first, long second);

  /**
   * Whether a wait that sleeps should look again, asked by the thread that has brought something.
   *
   * @param subject what is looked at
   * @param first what the wait was given
   * @param second what the wait was given
   * @return true also where only the wait's own thread can tell
   */
  default boolean mayHold(S subject, long first, long second) {
    return true;
  }

  /**
   * The wait in words, for messages and reports. Called when somebody asks, perhaps by another
   * thread.
   *
   * @param name what the wait was given
   * @param first what the wait was given
   * @param second what the wait was given
   * @return such as {@code barrier, signal of rank 3}
   */
  default String describe(Object name, long first, long second) {
    return String.valueOf(name);
  }
}
