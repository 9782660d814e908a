package org.armci4j.lab.simulator.play;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Against a table of the JDK's. */
class MailboxesTest {
  private static final int RANKS = 40;
  private static final int STEPS = 200_000;

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void keepTheOrderOfEachLane(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    Mailboxes mailboxes = new Mailboxes(RANKS);
    Map<String, ArrayDeque<Double>> expected = new HashMap<>();
    Map<String, Boolean> awaited = new HashMap<>();
    for (int step = 0; step < STEPS; step++) {
      int from = random.nextInt(RANKS);
      int to = random.nextInt(RANKS);
      int lane = random.nextInt(3);
      String key = from + " " + to + " " + lane;
      ArrayDeque<Double> queue = expected.computeIfAbsent(key, one -> new ArrayDeque<>());
      if (random.nextInt(5) < 2) {
        boolean waits = awaited.getOrDefault(key, false);
        assertEquals(waits, mailboxes.put(from, to, lane, step, step + 0.5), "seed " + seed);
        awaited.put(key, false);
        queue.add((double) step);
      } else if (!awaited.getOrDefault(key, false)) {
        boolean here = mailboxes.isHereOrAwait(from, to, lane);
        assertEquals(!queue.isEmpty(), here, "seed " + seed);
        awaited.put(key, !here);
        if (here) {
          int message = mailboxes.take(from, to, lane);
          assertEquals(queue.remove(), mailboxes.first(message), "seed " + seed);
          mailboxes.drop(message);
        }
      }
    }
  }
}
