package org.armci4j.examples.summa;

import java.lang.foreign.MemorySegment;
import org.armci4j.examples.summa.kernel.PanelProduct;
import org.armci4j.examples.summa.kernel.TileKernel;

/** Lets the JIT compile the kernel on a small product: uncompiled vector code is very slow. */
final class KernelWarmUp {
  private static final int SIZE = 130;

  /**
   * A product is faster than the best so far when it takes less than this part of the best's time.
   */
  private static final double GAIN = 0.9;

  private static final int STEADY_PRODUCTS = 100;

  private KernelWarmUp() {}

  /** Multiplies until products get no faster, or until the limit. */
  static void run(TileKernel kernel, long limitNanos) {
    PanelProduct product = new PanelProduct(kernel, SIZE, SIZE, SIZE);
    MemorySegment zeros = MemorySegment.ofArray(new double[SIZE * SIZE]);
    double[] c = new double[SIZE * SIZE];
    long start = System.nanoTime();
    long best = Long.MAX_VALUE;
    int steady = 0;
    for (long now = start; steady < STEADY_PRODUCTS && now - start < limitNanos; ) {
      product.add(zeros, 0, zeros, 0, SIZE, c);
      long end = System.nanoTime();
      steady = end - now < GAIN * best ? 0 : steady + 1;
      best = Math.min(best, end - now);
      now = end;
    }
  }
}
