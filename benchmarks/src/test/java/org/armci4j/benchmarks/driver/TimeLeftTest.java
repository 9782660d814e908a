package org.armci4j.benchmarks.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class TimeLeftTest {
  private static final long SECOND = 1_000_000_000;

  @Test
  void theRestTakesAsLongAStepAsWhatIsDone() {
    TimeLeft left = new TimeLeft(10, -5 * SECOND);
    assertEquals("", left.tell(0));
    left.step();
    assertEquals(", about 45 s left", left.tell(0));
    left.step();
    assertEquals(", about 2 min left", left.tell(25 * SECOND));
  }
}
