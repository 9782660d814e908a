package org.armci4j.lab.simulator.play;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.PriorityQueue;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Against a queue of the JDK's. */
class ReadyQueueTest {
  @Test
  void givesTheEarliest() {
    SplittableRandom random = new SplittableRandom(7);
    ReadyQueue queue = new ReadyQueue();
    PriorityQueue<Integer> expected = new PriorityQueue<>();
    for (int step = 0; step < 100_000; step++) {
      if (random.nextInt(100) < 55 || expected.isEmpty()) {
        int rank = random.nextInt();
        queue.add(rank, rank);
        expected.add(rank);
      } else {
        assertEquals((double) expected.peek(), queue.earliestNanos());
        assertEquals(expected.remove(), queue.take());
      }
      assertEquals(expected.isEmpty(), queue.isEmpty());
    }
  }
}
