package org.armci4j.waiting;

import java.util.function.BooleanSupplier;

/**
 * The bell at which the waits of one rank park. A wait parks in four steps: {@link #announce}, look
 * at the awaited word once more, {@link #park} with the ticket, {@link #retract}.
 *
 * <p>A ring between {@code announce} and {@code park} makes {@code park} return at once. A change
 * without a ring (a plain put to the awaited word) is seen when the park times out, so parks are
 * short.
 */
public interface Doorbell {
  /**
   * Announces that a wait of this rank is about to park.
   *
   * @return the ticket for {@link #park}
   */
  int announce();

  /**
   * Announces a wait for which other threads can tell whether it should look again.
   *
   * @param mayEnd tells the ringing threads whether it should
   * @return the ticket for {@link #park}
   */
  default int announce(BooleanSupplier mayEnd) {
    return announce();
  }

  /**
   * Sleeps until the bell rings, has rung since {@link #announce}, or the time is over.
   *
   * @param ticket the result of announce
   * @param timeoutNanos the longest sleep
   */
  void park(int ticket, long timeoutNanos);

  /** Ends what {@link #announce()} began. */
  void retract();

  /**
   * Ends what {@link #announce(BooleanSupplier)} began.
   *
   * @param mayEnd the same object
   */
  default void retract(BooleanSupplier mayEnd) {
    retract();
  }

  /** Wakes every parked wait of this rank, from any thread. */
  void ring();

  /**
   * Sleeps shortly between two looks of a wait, if this bell rings for all that the wait may look
   * for. Such a wait need not keep its core until it has lasted long enough to park.
   *
   * @return false where this bell does not ring for all of it: the wait yields its core instead
   */
  default boolean doze() {
    return false;
  }
}
