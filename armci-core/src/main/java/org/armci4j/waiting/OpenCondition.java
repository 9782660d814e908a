package org.armci4j.waiting;

/**
 * A condition that any thread can look at in place of the wait's own: a look changes nothing and
 * takes no lock that a waiting thread may hold.
 *
 * @param <S> type of the subject
 */
@FunctionalInterface
public interface OpenCondition<S> extends Condition<S> {
  /**
   * Returns whether a condition that holds for a second number holds for all lesser ones too. Of
   * the waits with one subject and one first number, only that of the least second number is looked
   * at then.
   *
   * @return false where the second number has no order
   */
  default boolean isOrdered() {
    return false;
  }

  /** Looks; an exception is for the wait itself to find. */
  @Override
  default boolean mayHold(S subject, long first, long second) {
    try {
      return holds(subject, first, second);
    } catch (RuntimeException forTheWait) {
      return true;
    }
  }
}
