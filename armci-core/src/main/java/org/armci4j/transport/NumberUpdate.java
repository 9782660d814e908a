package org.armci4j.transport;

/**
 * Names the new value that an atomic operation computes from a floating-point word. Made of
 * compare-and-swaps of the word's bits.
 */
public enum NumberUpdate {
  /** The sum. */
  ADD,
  /** The smaller value, as {@link Math#min} defines. */
  MIN,
  /** The larger value, as {@link Math#max} defines. */
  MAX;

  private double apply(double word, double operand) {
    return switch (this) {
      case ADD -> word + operand;
      case MIN -> Math.min(word, operand);
      case MAX -> Math.max(word, operand);
    };
  }

  private float apply(float word, float operand) {
    return switch (this) {
      case ADD -> word + operand;
      case MIN -> Math.min(word, operand);
      case MAX -> Math.max(word, operand);
    };
  }

  /**
   * Updates a word of eight bytes.
   *
   * @param block the block that holds the word
   * @param offset first byte of the word there, a multiple of 8
   * @param operand the update's operand
   * @return the value before
   */
  public double update(RemoteBlock block, long offset, double operand) {
    long seen = block.getLong(offset);
    while (true) {
      double before = Double.longBitsToDouble(seen);
      long wanted = Double.doubleToRawLongBits(apply(before, operand));
      long held = block.compareAndSwapLong(offset, seen, wanted);
      if (held == seen) {
        return before;
      }
      seen = held;
    }
  }

  /**
   * Updates a word of four bytes.
   *
   * @param block the block that holds the word
   * @param offset first byte of the word there, a multiple of 4
   * @param operand the update's operand
   * @return the value before
   */
  public float update(RemoteBlock block, long offset, float operand) {
    int seen = block.getInt(offset);
    while (true) {
      float before = Float.intBitsToFloat(seen);
      int wanted = Float.floatToRawIntBits(apply(before, operand));
      int held = block.compareAndSwapInt(offset, seen, wanted);
      if (held == seen) {
        return before;
      }
      seen = held;
    }
  }
}
