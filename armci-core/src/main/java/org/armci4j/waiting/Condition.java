package org.armci4j.waiting;

/**
 * The condition that ends a wait. It has no state of its own, so one object serves all waits of a
 * kind: the wait passes the subject and two numbers to every look.
 *
 * @param <S> type of the subject
 */
@FunctionalInterface
public interface Condition<S> {
  /**
   * Looks once; must not wait. Reads with acquire what other threads write.
   *
   * @param subject the object to look at
   * @param first first number of the wait
   * @param second second number of the wait
   * @return whether the wait is over
   */
  boolean holds(S subject, long first, long second);

  /**
   * Returns whether a sleeping wait should look again. The thread that has brought something asks.
   *
   * @param subject the object to look at
   * @param first first number of the wait
   * @param second second number of the wait
   * @return true also where only the wait's own thread can tell
   */
  default boolean mayHold(S subject, long first, long second) {
    return true;
  }

  /**
   * Returns the wait in words, for messages and reports. Called only for these, perhaps by another
   * thread.
   *
   * @param name name of the wait
   * @param first first number of the wait
   * @param second second number of the wait
   * @return such as {@code barrier, signal of rank 3}
   */
  default String describe(Object name, long first, long second) {
    return String.valueOf(name);
  }
}
