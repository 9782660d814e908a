package org.armci4j.testkit.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.armci4j.Armci;
import org.armci4j.Comparison;
import org.armci4j.GlobalMemory;
import org.armci4j.bootstrap.Host;
import org.armci4j.error.RankFailedException;
import org.armci4j.testkit.harness.RankProcesses;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Checks that a rank that dies in any form soon ends the waits of the others, with an exception
 * that names the rank, its host and how it died. {@code -Darmci.deaths=N} repeats each kind N times
 * for figures.
 */
@EnabledOnOs(OS.LINUX)
class RankDeathTest {
  private static final int RANKS = 3;
  private static final int VICTIM = 1;

  /** Limit of the test. The promise is 1 s; on a busy machine everything takes longer. */
  private static final long SOON_MILLIS = 5000;

  /**
   * Dies as rank 1; the others print when they were told, by the clock that all processes share.
   */
  static final class Program {
    private Program() {}

    public static void main(String[] arguments) throws Exception {
      try (Armci armci = Armci.open()) {
        GlobalMemory memory = armci.allocate(8);
        armci.barrier();
        if (armci.rank() == VICTIM) {
          System.out.println("dies " + System.nanoTime());
          die(arguments[0]);
        }
        try {
          armci.waitUntil(memory, 0, Comparison.EQ, 1);
        } catch (RankFailedException failed) {
          System.out.println("told " + System.nanoTime() + " " + failed.failure());
          throw failed;
        }
      }
    }

    @SuppressWarnings("SystemExitOutsideMain") // how a rank ends is what is tested
    private static void die(String how) throws Exception {
      switch (how) {
        case "throw" -> throw new IllegalStateException("thrown by the test");
        case "exit" -> System.exit(5);
        case "memory" -> Thread.ofPlatform().start(Program::exhaustTheHeap).join();
        default -> SelfSignal.send(how);
      }
    }

    /**
     * Allocates one array that the heap has no room for: filling the heap first would take longer
     * than dying.
     */
    private static void exhaustTheHeap() {
      long[] array = new long[1 << 28];
      throw new IllegalStateException("the heap had room for " + array.length + " words");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "KILL, 137, was killed by SIGKILL, 0",
    "STOP, 1, (heartbeatTimeout), 1250",
  })
  void isToldToAll(String how, int exitCode, String reason, long allowedMillis) throws IOException {
    isToldToAllAndSoon(how, exitCode, reason, allowedMillis);
  }

  @Tag("long")
  @ParameterizedTest
  @CsvSource({
    "memory, 3, ran out of memory (java.lang.OutOfMemoryError: Java heap space), 0",
    "throw, 1, exited with code 1, 0",
    "exit, 5, exited with code 5, 0",
    "ABRT, 134, was killed by SIGABRT, 0",
  })
  void isToldToAllAndSoon(String how, int exitCode, String reason, long allowedMillis)
      throws IOException {
    int repetitions = Integer.getInteger("armci.deaths", 1);
    long[] delays = new long[repetitions];
    for (int i = 0; i < repetitions; i++) {
      delays[i] = delayMillis(run(how), exitCode, reason);
    }
    Arrays.sort(delays);
    System.out.printf(
        Locale.ROOT,
        "%s: told after %d ms (median of %d), %d ms at most%n",
        how,
        delays[repetitions / 2],
        repetitions,
        delays[repetitions - 1]);
    long most = delays[repetitions - 1];
    assertTrue(most < SOON_MILLIS + allowedMillis, () -> how + " was told after " + most + " ms");
  }

  private static RankProcesses.Result run(String how) {
    Map<String, String> environment =
        Map.of(
            "ARMCI_HEARTBEAT_TIMEOUT",
            how.equals("STOP") ? "1s" : "30s",
            "JDK_JAVA_OPTIONS",
            "-Xmx200m");
    return RankProcesses.run(RANKS, Program.class, environment, Duration.ofMinutes(1), how);
  }

  private static long delayMillis(RankProcesses.Result result, int exitCode, String reason) {
    assertEquals(exitCode, result.exitCode(), result::toString);
    String name = "rank 1 on " + Host.name() + " failed: ";
    List<String> lines = result.output().lines().toList();
    long died = numbers(lines, "dies ").getFirst();
    List<Long> told = numbers(lines, "told ");
    assertEquals(RANKS - 1, told.size(), result::toString);
    assertTrue(
        lines.stream()
            .filter(l -> l.startsWith("told "))
            .allMatch(l -> l.contains(name) && l.contains(reason)),
        result::toString);
    List<String> words = result.errors().lines().toList();
    assertTrue(
        words.getLast().matches("armci: rank 1 \\(pid \\d+\\) .*; the job was ended"),
        result::toString);
    assertTrue(words.getLast().contains(reason), result::toString);
    assertTrue(words.stream().noneMatch(l -> l.contains("RankFailedException")), result::toString);
    long last = told.stream().mapToLong(t -> t - died).max().orElseThrow();
    return last / 1_000_000;
  }

  private static List<Long> numbers(List<String> lines, String start) {
    return lines.stream()
        .filter(line -> line.startsWith(start))
        .map(line -> Long.valueOf(line.split(" ", 3)[1]))
        .toList();
  }
}
