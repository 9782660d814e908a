package org.armci4j.transport.network.block;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** What the helper thread does for signals. */
class HelperWorkTest {
  private final HelperWork all = new HelperWork();

  @Test
  void workThatThrowsFailsAloneAndItsSignalsWakeTheOtherThread() {
    AtomicInteger failures = new AtomicInteger();
    AtomicInteger done = new AtomicInteger();
    all.add(
        () -> {
          failures.incrementAndGet();
          throw new IllegalStateException("on purpose");
        });
    all.add(() -> done.incrementAndGet() < 0);
    assertTrue(all.run());
    assertFalse(all.run());
    assertEquals(1, failures.get());
    assertEquals(2, done.get());
  }
}
