package org.armci4j;

import org.armci4j.waiting.WordCondition;

/**
 * Names the relation that a waiter tests between the word that it reads ({@code seen}) and a given
 * value.
 *
 * <p>Source: OpenSHMEM 1.5, section 9.9 (point-to-point synchronization), {@code SHMEM_CMP_*}.
 */
public enum Comparison {
  /** The word equals the value. */
  EQ(WordCondition.EQ),
  /** The word differs from the value. */
  NE(WordCondition.NE),
  /** The word is greater than the value (signed). */
  GT(WordCondition.GT),
  /** The word is greater than or equal to the value (signed). */
  GE(WordCondition.GE),
  /** The word is less than the value (signed). */
  LT(WordCondition.LT),
  /** The word is less than or equal to the value (signed). */
  LE(WordCondition.LE);

  private final WordCondition condition;

  Comparison(WordCondition condition) {
    this.condition = condition;
  }

  /** Returns the condition of waits in which this relation holds. */
  WordCondition condition() {
    return condition;
  }

  /**
   * Returns whether {@code seen} stands in this relation to {@code value}.
   *
   * @param seen the word as it was read
   * @param value the value to compare it with
   * @return true when the relation holds
   */
  public boolean test(long seen, long value) {
    return condition.test(seen, value);
  }
}
