package org.armci4j.waiting;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;

/**
 * Releases memory that threads may still be copying to or from. The JDK refuses to end such memory
 * during the copy. So each piece is tried again until all are released or the common limit has
 * passed. No piece keeps another from being released.
 */
public final class Release {
  private static final long PAUSE_NANOS = 100_000;

  private Release() {}

  /**
   * Releases all that can be released.
   *
   * @param things the pieces to release
   * @param attempt releases one piece and returns true, or returns false when the piece is in use;
   *     if it throws, it has released what it could
   * @param limitNanos how long to wait for pieces in use
   * @param <T> type of the pieces
   * @return the pieces that are still in use
   * @throws RuntimeException the first that an attempt threw, after all have been tried; the others
   *     are suppressed in it
   */
  public static <T> List<T> all(Collection<T> things, Predicate<T> attempt, long limitNanos) {
    long start = System.nanoTime();
    Attempts<T> attempts = new Attempts<>(attempt);
    List<T> inUse = attempts.of(things);
    while (!inUse.isEmpty() && System.nanoTime() - start < limitNanos) {
      LockSupport.parkNanos(PAUSE_NANOS);
      inUse = attempts.of(inUse);
    }
    attempts.throwFirst();
    return inUse;
  }

  /** Tries one piece after the other, and keeps the exceptions. */
  private static final class Attempts<T> {
    private final Predicate<T> attempt;
    private RuntimeException first;

    Attempts(Predicate<T> attempt) {
      this.attempt = attempt;
    }

    /** Returns the pieces that are in use. */
    List<T> of(Collection<T> things) {
      List<T> inUse = new ArrayList<>();
      for (T thing : things) {
        try {
          if (!attempt.test(thing)) {
            inUse.add(thing);
          }
        } catch (RuntimeException e) {
          if (first == null) {
            first = e;
          } else {
            first.addSuppressed(e);
          }
        }
      }
      return inUse;
    }

    void throwFirst() {
      if (first != null) {
        throw first;
      }
    }
  }
}
