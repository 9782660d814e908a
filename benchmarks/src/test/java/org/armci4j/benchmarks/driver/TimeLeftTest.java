package org.armci4j.benchmarks.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class TimeLeftTest {
  private static final long SECOND = 1_000_000_000;

  @Test
  void theRestTakesAsLongAStepAsWhatIsDone() {
    TimeLeft left = new TimeLeft(10, -5 * SECOND, null);
    assertEquals("", left.tell(0));
    left.step(0);
    assertEquals(", about 45 s left", left.tell(0));
    left.step(25 * SECOND);
    assertEquals(", about 2 min left", left.tell(25 * SECOND));
    assertTrue(left.hasRoom(Long.MAX_VALUE / 2));
  }

  @Test
  void noStepBeginsThatWouldEndTooLate() {
    TimeLeft left = new TimeLeft(10, 0, Duration.ofSeconds(20));
    assertTrue(left.hasRoom(30 * SECOND), "the first one");
    left.step(7 * SECOND);
    left.step(10 * SECOND);
    assertTrue(left.hasRoom(13 * SECOND));
    assertFalse(left.hasRoom(13 * SECOND + 1));
  }

  @Test
  void aStepMayTakeWhatIsLeftButTheFirstItsUsualLimit() {
    TimeLeft left = new TimeLeft(10, 0, Duration.ofSeconds(20));
    Duration usual = Duration.ofSeconds(15);
    assertEquals(usual, left.limit(usual, 19 * SECOND));
    left.step(SECOND);
    assertEquals(usual, left.limit(usual, 5 * SECOND));
    assertEquals(Duration.ofSeconds(14), left.limit(usual, 6 * SECOND));
  }
}
