package org.armci4j;

/**
 * Names the relation that a waiter tests between the word that it reads ({@code seen}) and a given
 * value.
 *
 * <p>Source: OpenSHMEM 1.5, section 9.9 (point-to-point synchronization), {@code SHMEM_CMP_*}.
 */
public enum Comparison {
  /** The word equals the value. */
  EQ,
  /** The word differs from the value. */
  NE,
  /** The word is greater than the value (signed). */
  GT,
  /** The word is greater than or equal to the value (signed). */
  GE,
  /** The word is less than the value (signed). */
  LT,
  /** The word is less than or equal to the value (signed). */
  LE;

  /**
   * Returns whether {@code seen} stands in this relation to {@code value}.
   *
   * @param seen the word as it was read
   * @param value the value to compare it with
   * @return true when the relation holds
   */
  public boolean test(long seen, long value) {
    return switch (this) {
      case EQ -> seen == value;
      case NE -> seen != value;
      case GT -> seen > value;
      case GE -> seen >= value;
      case LT -> seen < value;
      case LE -> seen <= value;
    };
  }
}
