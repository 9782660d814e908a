package org.armci4j.arrays.kernel;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import org.armci4j.kernel.ExactClasses;

/**
 * Folds by plain loops at first. After many numbers a thread in the background warms vectors up,
 * which take over when they are faster. A template, see {@link ExactClasses}.
 */
final class FoldChoice implements FoldLoops, Runnable {
  private static final Class<?> FIRST = constant(0, Class.class);
  private static final Class<?> SECOND = constant(1, Class.class);
  private static final Fold FOLD = constant(2, Fold.class);

  /** Numbers after which a warm-up is worth it. */
  private static final long WORTH = 1 << 22;

  /** Not volatile: a thread that sees the change late gets the same results from plain loops. */
  private FoldLoops loops = FoldTable.PLAIN.find(FOLD).of(FIRST, SECOND);

  /** Numbers that plain loops have taken; threads may lose each other's counts. */
  private long done;

  private static <T> T constant(int index, Class<T> type) {
    return ExactClasses.constant(MethodHandles.lookup(), index, type);
  }

  @Override
  public void fold(
      MemorySegment first,
      long from,
      MemorySegment second,
      long other,
      int count,
      double[] totals) {
    if (done < WORTH) {
      count(count);
    }
    loops.fold(first, from, second, other, count, totals);
  }

  private void count(int count) {
    done += count;
    if (done >= WORTH) {
      Thread.ofPlatform().daemon().name("armci-folds").start(this);
    }
  }

  /** Warms vectors up, in a thread of its own. */
  @Override
  public void run() {
    loops = FoldTable.warm(FOLD, FIRST);
  }
}
