package org.armci4j.kernel.loops;

/**
 * Runs work on the Vector API until it is faster than the same work by plain loops. Before the JIT
 * has compiled them, vectors are objects and some hundred times slower.
 */
public final class VectorWarmUp {
  /**
   * Rounds after which a warm-up ends without success: in a JVM without a compiler that knows
   * vectors. No limit in time, as other threads may keep the processors busy.
   */
  private static final int MOST_ROUNDS = 400;

  private VectorWarmUp() {}

  /**
   * Runs both in turn until vectors are faster, or for some hundred rounds.
   *
   * @param loops a round by plain loops
   * @param vectors the same work by vectors
   * @return whether a round by vectors has become faster than one by plain loops
   */
  public static boolean succeeds(Runnable loops, Runnable vectors) {
    long bestOfLoops = Long.MAX_VALUE;
    long bestOfVectors = Long.MAX_VALUE;
    long now = System.nanoTime();
    for (int round = 0; round < MOST_ROUNDS && bestOfVectors >= bestOfLoops; round++) {
      loops.run();
      long middle = System.nanoTime();
      vectors.run();
      long end = System.nanoTime();
      bestOfLoops = Math.min(bestOfLoops, middle - now);
      bestOfVectors = Math.min(bestOfVectors, end - middle);
      now = end;
    }
    return bestOfVectors < bestOfLoops;
  }
}
