package org.armci4j.testkit.ucx;

import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import org.armci4j.Armci;
import org.armci4j.ArmciSettings;
import org.armci4j.Comparison;
import org.armci4j.GlobalMemory;
import org.armci4j.Handle;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * A long transfer that has been started is moved on by the helper thread while its rank computes,
 * and asks nobody. UCX would send no more of it than the kernel's buffers take, and those get
 * nothing more before the next look, a second later.
 */
class UcxProgressTest {
  private static final long BYTES = 64 << 20;
  private static final long LAST = BYTES - Long.BYTES;
  private static final long VALUE = 7;
  private static final VarHandle LONG = JAVA_LONG.varHandle();

  /** In so many looks not all would go; a busy machine wakes threads late. */
  private static final long LIMIT_NANOS = 8_000_000_000L;

  /** Behind which the helper thread sleeps. */
  private static final long QUIET_NANOS = 20_000_000;

  @BeforeAll
  static void requireUcx() {
    UcxJobs.requireUcx();
  }

  /** Computes until something is so, or for so long; no call of the runtime is made. */
  private static boolean compute(BooleanSupplier end, long limitNanos) {
    long begin = System.nanoTime();
    while (!end.getAsBoolean() && System.nanoTime() - begin < limitNanos) {
      Thread.onSpinWait();
    }
    return end.getAsBoolean();
  }

  private interface Program {
    void run(Armci armci, GlobalMemory memory, Handle handle);
  }

  private static void run(Program program) {
    UcxJobs.threads(2)
        .with(ArmciSettings.SHM_RESERVE, false)
        .within(Duration.ofMinutes(1))
        .run(
            armci -> {
              GlobalMemory memory = armci.allocate(BYTES);
              if (armci.rank() == 1) {
                memory.local().set(JAVA_LONG, LAST, VALUE);
              }
              armci.barrier();
              Handle handle = armci.newHandle();
              program.run(armci, memory, handle);
              handle.await();
              armci.barrier();
              armci.free(memory);
            });
  }

  @Test
  void aPutGoesOn() {
    AtomicBoolean arrived = new AtomicBoolean();
    run(
        (armci, memory, handle) -> {
          if (armci.rank() == 1) {
            armci.waitUntil(memory, LAST, Comparison.EQ, VALUE + 1);
            arrived.set(true);
            return;
          }
          memory.local().set(JAVA_LONG, LAST, VALUE + 1);
          boolean _ = compute(() -> false, QUIET_NANOS);
          armci.nbPut(memory.local(), 0, memory, 1, 0, BYTES, handle);
          assertTrue(compute(arrived::get, LIMIT_NANOS), "the put has stopped");
        });
  }

  @Test
  void aGetGoesOn() {
    run(
        (armci, memory, handle) -> {
          if (armci.rank() == 0) {
            boolean _ = compute(() -> false, QUIET_NANOS);
            armci.nbGet(memory, 1, 0, memory.local(), 0, BYTES, handle);
            assertTrue(
                compute(() -> (long) LONG.getAcquire(memory.local(), LAST) == VALUE, LIMIT_NANOS),
                "the get has stopped");
          }
        });
  }
}
