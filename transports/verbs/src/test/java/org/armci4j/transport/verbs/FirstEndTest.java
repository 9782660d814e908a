package org.armci4j.transport.verbs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** What a step of a connection that leaves its queue pair handles. */
class FirstEndTest {
  private static final int MOST = 100;

  private final FirstEnd end = new FirstEnd(List.of(), null, null, 0);

  @Test
  void aQueueThatOthersFillHoldsUpNeitherAStepNorTheConnection() {
    AtomicInteger polls = new AtomicInteger();
    assertFalse(end.isDrained(polls::incrementAndGet, MOST));
    assertTrue(polls.get() < MOST, "a step takes " + polls + " polls");
    int steps = 1;
    while (!end.isDrained(polls::incrementAndGet, MOST)) {
      steps++;
      assertTrue(steps < MOST);
    }
    assertEquals(MOST, polls.get());
  }

  @Test
  void anEmptyQueueIsDrained() {
    assertTrue(end.isDrained(() -> 0, MOST));
  }

  /** That thread may have handled one batch of many. */
  @Test
  void aQueueThatAnotherThreadPollsIsNotDrained() {
    for (int step = 0; step < MOST; step++) {
      assertFalse(end.isDrained(() -> CompletionPoller.BUSY, MOST));
    }
    assertTrue(end.isDrained(() -> 0, MOST));
  }
}
