package org.armci4j.testkit.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.function.BiConsumer;
import org.armci4j.Armci;
import org.armci4j.Comparison;
import org.armci4j.GlobalMemory;
import org.armci4j.error.ArmciException;
import org.armci4j.error.RankFailedException;
import org.armci4j.testkit.harness.RankThreads;
import org.armci4j.waiting.WaitSettings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Checks that a rank that fails ends every wait of every other rank with an exception that names
 * it.
 */
class FailureTest {
  private static final String REASON = "the disk is on fire";

  /** What the living ranks wait in. */
  private static final List<BiConsumer<Armci, GlobalMemory>> WAITS =
      List.of(
          (armci, _) -> armci.barrier(),
          (armci, memory) -> armci.waitUntil(memory, 0, Comparison.EQ, 1),
          (armci, _) -> armci.allocate(8));

  @ParameterizedTest
  @ValueSource(longs = {0, 10_000})
  void everyWaitEnds(long parkAfterMillis) {
    for (BiConsumer<Armci, GlobalMemory> wait : WAITS) {
      AssertionError error =
          assertThrows(
              AssertionError.class,
              () ->
                  RankThreads.of(3)
                      .with(WaitSettings.PARK_AFTER, Duration.ofMillis(parkAfterMillis))
                      .run(
                          armci -> {
                            GlobalMemory memory = armci.allocate(8);
                            if (armci.rank() == 1) {
                              throw new IllegalStateException(REASON);
                            }
                            wait.accept(armci, memory);
                          }));
      assertInstanceOf(IllegalStateException.class, error.getCause());
      assertEquals(2, error.getSuppressed().length, "both other ranks ended");
      for (Throwable other : error.getSuppressed()) {
        RankFailedException failed = assertInstanceOf(RankFailedException.class, other);
        assertEquals(1, failed.failure().rank());
        assertTrue(failed.getMessage().contains(REASON), failed.getMessage());
      }
    }
  }

  @Test
  void aSignalWakesAParkedWait() {
    // Without the bell 1000 waits of each rank would take far longer than the limit. A single late
    // wait is allowed: see DirectBlock.signal.
    Duration tooLong = Duration.ofSeconds(1);
    RankThreads.of(2)
        .within(Duration.ofSeconds(30))
        .with(WaitSettings.PARK_AFTER, Duration.ZERO)
        .with(WaitSettings.MAX_PARK, tooLong)
        .run(
            armci -> {
              GlobalMemory memory = armci.allocate(16);
              for (int i = 1; i <= 2000; i++) {
                if (i % 2 == armci.rank()) {
                  armci.waitUntil(memory, 0, Comparison.GE, i);
                } else {
                  armci.signal(memory, 1 - armci.rank(), 0, i);
                }
              }
            });
  }

  @Test
  void anUnknownTransportIsNamedWithTheKnownOnes() {
    AssertionError error =
        assertThrows(AssertionError.class, () -> RankThreads.of(1).over("pigeon").run(a -> {}));
    ArmciException refused = assertInstanceOf(ArmciException.class, error.getCause());
    assertTrue(refused.getMessage().contains("'pigeon'"), refused.getMessage());
    assertTrue(refused.getMessage().contains("local, shm"), refused.getMessage());
  }

  @Test
  void tooLittleSharedMemorySaysHowMuchIsFree() {
    RankThreads.of(2)
        .over("shm")
        .run(
            armci -> {
              ArmciException refused =
                  assertThrows(ArmciException.class, () -> armci.allocate(1L << 50));
              assertTrue(
                  refused.getMessage().matches("(?s).*\\d+ bytes are free in .*"),
                  refused.getMessage());
            });
  }
}
