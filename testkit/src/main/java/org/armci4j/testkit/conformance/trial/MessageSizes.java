package org.armci4j.testkit.conformance.trial;

import java.util.stream.LongStream;

/**
 * Lists every size from 0 to 4097 bytes, and 2^k − 1, 2^k and 2^k + 1 up to 64 MiB. A scale below
 * 0.1 leaves out sizes above 130 bytes evenly; any scale below 1 leaves out the largest.
 */
public final class MessageSizes {
  private static final long LARGEST_BYTES = 64L << 20;
  private static final long DENSE_BYTES = 4097;

  private MessageSizes() {}

  /** Returns the largest power of two of a run. */
  public static long largestBytes(Trial trial) {
    return Math.max(8192, Long.highestOneBit(trial.times((int) LARGEST_BYTES)));
  }

  /** Returns the step of a run: of that many sizes above 130 bytes it takes one. */
  public static long step(Trial trial) {
    return Math.max(1, 100 / trial.times(1000));
  }

  /** Returns the sizes as multiples of a unit. */
  public static LongStream multiples(long unit, long largest, long step) {
    LongStream dense =
        LongStream.rangeClosed(0, DENSE_BYTES / unit)
            .filter(count -> count <= 130 / unit || count % step == 0);
    LongStream around =
        LongStream.iterate(
                Long.highestOneBit(2 * DENSE_BYTES / unit), n -> n <= largest / unit, n -> 2 * n)
            .flatMap(power -> LongStream.of(power - 1, power, power + 1));
    return LongStream.concat(dense, around)
        .map(count -> count * unit)
        .filter(bytes -> bytes <= largest + 1);
  }
}
