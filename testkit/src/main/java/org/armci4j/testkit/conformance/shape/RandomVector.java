package org.armci4j.testkit.conformance.shape;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.armci4j.strided.TransferPlan;

/** Holds a random list of disjoint segments, some adjacent on one side or both, in any order. */
public record RandomVector(long[] local, long[] remote, long[] sizes, boolean uniform) {
  public static final long MOST_BYTES = 1 << 13;

  /** Takes one segment. */
  public interface SegmentTaker {
    void take(long local, long remote, long sizeBytes);
  }

  public static RandomVector draw(SplittableRandom random) {
    int segments = random.nextInt(60);
    boolean uniform = random.nextBoolean();
    long size = 1 + random.nextLong(20);
    long[][] drawn = new long[3][segments];
    long localEnd = 0;
    long remoteEnd = 0;
    for (int i = 0; i < segments; i++) {
      drawn[2][i] = uniform ? size : random.nextLong(40);
      drawn[0][i] = localEnd + (random.nextBoolean() ? 0 : random.nextLong(30));
      drawn[1][i] = remoteEnd + (random.nextBoolean() ? 0 : random.nextLong(30));
      localEnd = drawn[0][i] + drawn[2][i];
      remoteEnd = drawn[1][i] + drawn[2][i];
    }
    if (random.nextBoolean()) {
      int[] order = Shuffle.order(random, segments);
      for (int column = 0; column < drawn.length; column++) {
        long[] values = drawn[column];
        drawn[column] = Arrays.stream(order).mapToLong(i -> values[i]).toArray();
      }
    }
    return new RandomVector(drawn[0], drawn[1], drawn[2], uniform);
  }

  public TransferPlan plan() {
    return uniform && sizes.length > 0
        ? TransferPlan.ofSegments(local, remote, sizes[0])
        : TransferPlan.ofSegments(local, remote, sizes);
  }

  public void forEach(SegmentTaker taker) {
    for (int i = 0; i < sizes.length; i++) {
      taker.take(local[i], remote[i], sizes[i]);
    }
  }
}
