package org.armci4j.testkit.conformance.shape;

import java.util.SplittableRandom;
import java.util.stream.IntStream;

/** Makes random orders. */
public final class Shuffle {
  private Shuffle() {}

  /** Returns the numbers from 0 to {@code count} − 1 in a random order. */
  public static int[] order(SplittableRandom random, int count) {
    int[] order = IntStream.range(0, count).toArray();
    for (int i = count - 1; i > 0; i--) {
      int other = random.nextInt(i + 1);
      int kept = order[i];
      order[i] = order[other];
      order[other] = kept;
    }
    return order;
  }
}
