package org.armci4j.kernel.loops;

import java.util.concurrent.locks.LockSupport;

/**
 * Runs work on the Vector API until it is faster than the same work by plain loops. Before the JIT
 * has compiled them, vectors are objects and some hundred times slower.
 */
public final class VectorWarmUp {
  /** Rounds before any comparison: other threads may have stopped the few before. */
  private static final int LEAST_ROUNDS = 20;

  /** Rounds in which the JIT sees that the code is worth compiling. */
  private static final int EARLY_ROUNDS = 100;

  /**
   * Pause before each later round: the compiler needs a processor, which it may share with ranks
   * that wait.
   */
  private static final long PAUSE_NANOS = 10_000_000;

  /**
   * Rounds after which a warm-up ends without success: in a JVM without a compiler that knows
   * vectors, or on processors that others keep busy for seconds.
   */
  private static final int MOST_ROUNDS = 400;

  private VectorWarmUp() {}

  /**
   * Runs both in turn until vectors are faster, or for some seconds.
   *
   * @param loops a round by plain loops
   * @param vectors the same work by vectors
   * @return whether a round by vectors has become faster than one by plain loops
   */
  public static boolean succeeds(Runnable loops, Runnable vectors) {
    long bestOfLoops = Long.MAX_VALUE;
    long bestOfVectors = Long.MAX_VALUE;
    for (int round = 0; round < MOST_ROUNDS; round++) {
      if (round >= LEAST_ROUNDS && bestOfVectors < bestOfLoops) {
        return true;
      }
      if (round >= EARLY_ROUNDS) {
        LockSupport.parkNanos(PAUSE_NANOS);
      }
      long now = System.nanoTime();
      loops.run();
      long middle = System.nanoTime();
      vectors.run();
      long end = System.nanoTime();
      bestOfLoops = Math.min(bestOfLoops, middle - now);
      bestOfVectors = Math.min(bestOfVectors, end - middle);
    }
    return false;
  }
}
