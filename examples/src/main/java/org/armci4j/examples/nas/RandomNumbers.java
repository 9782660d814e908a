package org.armci4j.examples.nas;

/**
 * Generates the numbers of the NAS Parallel Benchmarks: x(k+1) = 5^13 · x(k) mod 2^46, and x ·
 * 2^-46 is a number in (0, 1). Specified in section 2.3 of NASA report RNR-94-007.
 */
public final class RandomNumbers {
  /** The first state in MG and in CG. */
  public static final long SEED = 314_159_265L;

  private static final long MULTIPLIER = 1_220_703_125L; // 5^13
  private static final long MASK = (1L << 46) - 1;
  private static final double UNIT = 0x1p-46;

  private long state;

  /**
   * Starts at a state.
   *
   * @param state the number that precedes the first one of {@link #next}
   */
  public RandomNumbers(long state) {
    this.state = state & MASK;
  }

  /**
   * Returns the next number of the sequence.
   *
   * @return a number in (0, 1)
   */
  public double next() {
    // The product overflows 64 bits, but its low 46 bits are right.
    state = (state * MULTIPLIER) & MASK;
    return state * UNIT;
  }

  /**
   * Skips numbers in O(log count) steps.
   *
   * @param count how many
   */
  public void skip(long count) {
    long factor = MULTIPLIER;
    for (long left = count; left > 0; left >>>= 1) {
      if ((left & 1) != 0) {
        state = (state * factor) & MASK;
      }
      factor = (factor * factor) & MASK;
    }
  }
}
