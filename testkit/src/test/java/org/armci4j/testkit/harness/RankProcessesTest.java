package org.armci4j.testkit.harness;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A job may take long as long as it goes on. */
@Tag("long")
class RankProcessesTest {
  /** In which a rank starts also on a busy machine. */
  private static final Duration LIMIT = Duration.ofSeconds(6);

  /** Prints lines with pauses, so that all of them last longer than the limit; or nothing. */
  static final class Program {
    private Program() {}

    public static void main(String[] arguments) {
      int lines = Integer.parseInt(arguments[0]);
      for (int i = 0; i < lines; i++) {
        System.out.println("line " + i);
        pause(LIMIT.dividedBy(4));
      }
      if (lines == 0) {
        pause(Duration.ofHours(1));
      }
    }

    private static void pause(Duration time) {
      long end = System.nanoTime() + time.toNanos();
      for (long left = time.toNanos(); left > 0; left = end - System.nanoTime()) {
        LockSupport.parkNanos(left);
      }
    }
  }

  @Test
  void aJobThatPrintsMayTakeLonger() {
    RankProcesses.Result result = RankProcesses.run(1, Program.class, LIMIT, "6");
    assertEquals(0, result.exitCode(), result::toString);
    assertEquals(6, result.output().lines().count(), result::toString);
  }

  @Test
  void aJobThatPrintsNothingIsKilled() {
    AssertionError error =
        assertThrows(AssertionError.class, () -> RankProcesses.run(1, Program.class, LIMIT, "0"));
    assertTrue(error.getMessage().contains(LIMIT + " without output"), error::getMessage);
  }
}
