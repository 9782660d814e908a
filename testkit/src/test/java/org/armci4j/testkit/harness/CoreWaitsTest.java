package org.armci4j.testkit.harness;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Checks the measured time for which threads had no core. */
@EnabledOnOs(OS.LINUX)
class CoreWaitsTest {
  private static final long LIMIT_NANOS = 60_000_000_000L;

  @Test
  void whatSharesACoreHasWaitedForIt() {
    CoreWaits waits = new CoreWaits();
    assertEquals(0, waits.longestNanos(), "no thread is counted");
    AtomicBoolean isOver = new AtomicBoolean();
    int more = Runtime.getRuntime().availableProcessors() + 1;
    for (int i = 0; i < more; i++) {
      Thread.ofPlatform().daemon().start(() -> spin(waits, isOver));
    }
    long end = System.nanoTime() + LIMIT_NANOS;
    try {
      while (waits.longestNanos() < 1_000_000) {
        assertTrue(System.nanoTime() < end, "no thread has waited for a core");
        Thread.onSpinWait();
      }
    } finally {
      isOver.set(true);
    }
  }

  private static void spin(CoreWaits waits, AtomicBoolean isOver) {
    waits.addThread();
    while (!isOver.get()) {
      Thread.onSpinWait();
    }
  }
}
