package org.armci4j.arrays.kernel;

/**
 * Random numbers by a counter: each is a function of a seed and a number, so ranks need no common
 * state.
 *
 * <p>Source: Steele, Lea, Flood, "Fast splittable pseudorandom number generators" (OOPSLA 2014),
 * with the mixing function that {@link java.util.SplittableRandom} has.
 */
public final class ElementRandom {
  private static final long GAMMA = 0x9E3779B97F4A7C15L;

  /** Bits of a float and of a double below 1 that have equal distances. */
  private static final int FLOAT_BITS = 24;

  private static final int DOUBLE_BITS = 53;

  private ElementRandom() {}

  /** Fills the first values with numbers of [0, 1) that also the kind's type holds exactly. */
  public static void fill(double[] values, int count, long seed, long first, ElementKind kind) {
    int bits = kind == ElementKind.FLOAT ? FLOAT_BITS : DOUBLE_BITS;
    double unit = Math.scalb(1.0, -bits);
    long start = mix(seed);
    for (int i = 0; i < count; i++) {
      values[i] = (mix(start + (first + i + 1) * GAMMA) >>> (Long.SIZE - bits)) * unit;
    }
  }

  /** Fills the first values with numbers from a lower limit up to, and without, an upper one. */
  public static void fill(long[] values, int count, long seed, long first, long lower, long upper) {
    long start = mix(seed);
    for (int i = 0; i < count; i++) {
      long random = mix(start + (first + i + 1) * GAMMA);
      values[i] = lower + Math.unsignedMultiplyHigh(random, upper - lower);
    }
  }

  private static long mix(long value) {
    long z = (value ^ (value >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }
}
