package org.armci4j.arrays;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import org.armci4j.Armci;
import org.armci4j.testkit.ArmciTest;
import org.junit.jupiter.api.function.Executable;

/** A call that has failed has no thread left in its function. */
class ParallelFailureTest {
  private static final int ELEMENTS = 1 << 20;

  @ArmciTest(ranks = 1)
  void noThreadGoesOnWhenAFunctionHasThrown(Armci armci) {
    GlobalArrays arrays = GlobalArrays.of(armci);
    DoubleArray doubles = arrays.array(ELEMENTS).doubles();
    LongArray longs = arrays.array(ELEMENTS).longs();
    Failing first = new Failing();
    first.check(() -> doubles.parallelMap((_, value) -> value + first.call()));
    Failing second = new Failing();
    second.check(() -> longs.parallelMap((_, value) -> value + second.call()));
    Failing third = new Failing();
    third.check(() -> doubles.parallelForEach((_, _) -> third.call()));
    Failing fourth = new Failing();
    fourth.check(() -> longs.parallelForEach((_, _) -> fourth.call()));
  }

  /** A function that throws in its first call, while another call is under way. */
  private static final class Failing {
    private final LongAdder calls = new LongAdder();
    private final AtomicBoolean begun = new AtomicBoolean();
    private final CountDownLatch other = new CountDownLatch(1);
    private final CountDownLatch thrown = new CountDownLatch(1);
    private final CountDownLatch returned = new CountDownLatch(1);
    private final AtomicBoolean hasReturned = new AtomicBoolean();

    int call() {
      calls.increment();
      try {
        if (begun.compareAndSet(false, true)) {
          assertTrue(other.await(1, TimeUnit.MINUTES), "there is one thread only");
          thrown.countDown();
          throw new IllegalStateException("enough");
        }
        if (thrown.getCount() > 0) {
          other.countDown();
          thrown.await();
          if (returned.await(100, TimeUnit.MILLISECONDS)) {
            hasReturned.set(true);
          }
        }
        return 0;
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
    }

    void check(Executable parallel) {
      String message = assertThrows(IllegalStateException.class, parallel).getMessage();
      returned.countDown();
      assertEquals("enough", message);
      assertFalse(hasReturned.get(), "the call has returned before its threads");
      assertTrue(calls.sum() < ELEMENTS / 2, () -> calls + " calls");
    }
  }
}
