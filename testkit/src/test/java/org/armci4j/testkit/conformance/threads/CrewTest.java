package org.armci4j.testkit.conformance.threads;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.Function;
import org.armci4j.Armci;
import org.armci4j.Comparison;
import org.armci4j.GlobalMemory;
import org.armci4j.testkit.conformance.trial.Form;
import org.armci4j.testkit.conformance.trial.Trial;
import org.armci4j.testkit.harness.RankFailure;
import org.armci4j.testkit.harness.RankThreads;
import org.junit.jupiter.api.Test;

/** Checks what a crew says of its threads' differences, exceptions and stand-stills. */
class CrewTest {
  private static final int ROUNDS = 5;
  private static final Duration LONG = Duration.ofSeconds(30);

  /**
   * Runs the given work on one thread of rank 1, while one of rank 0 waits for a word that never
   * comes.
   */
  private static void run(Armci armci, Duration standStill, Function<Trial, ThreadWork> work)
      throws InterruptedException {
    GlobalMemory memory = armci.allocate(Long.BYTES);
    Trial trial = new Trial(armci, Form.BLOCKING, 42, 1);
    Crew crew = new Crew(trial, standStill);
    ThreadWork waits = () -> armci.waitUntil(memory, 0, Comparison.GE, 1);
    boolean works = armci.rank() == 1;
    crew.add("worker", trial, ROUNDS, () -> works ? work.apply(trial) : waits);
    crew.run();
  }

  private static String said(Duration standStill, Function<Trial, ThreadWork> work) {
    List<RankFailure> failures = RankThreads.of(2).failures(armci -> run(armci, standStill, work));
    assertEquals(2, failures.size(), failures::toString);
    return failures.stream()
        .filter(failure -> failure.rank() == 1)
        .map(failure -> failure.thrown().toString())
        .findFirst()
        .orElseThrow();
  }

  private static void assertSays(String expected, String said) {
    assertTrue(said.contains(expected), said);
    assertTrue(said.contains("; to repeat: threads --seed 42 --scale 1.0"), said);
  }

  @Test
  void aDifferenceEndsTheJobAndIsNamed() {
    int[] round = {0};
    String said =
        said(LONG, trial -> () -> trial.require(++round[0] < 3, () -> "wrong in " + round[0]));
    assertSays("rank 1, worker, round 3: java.lang.AssertionError: rank 1: wrong in 3", said);
  }

  @Test
  void anExceptionEndsTheJobAndIsNamed() {
    String said =
        said(
            LONG,
            _ -> {
              throw new IllegalStateException("thrown");
            });
    assertSays("rank 1, worker, round 0: java.lang.IllegalStateException: thrown", said);
  }

  @Test
  void aStandStillEndsTheJobAndShowsWhere() {
    CountDownLatch never = new CountDownLatch(1);
    String said = said(Duration.ofMillis(500), _ -> () -> waitFor(never));
    assertTrue(said.contains("stands still"), said);
  }

  @Test
  void threadsWithoutACoreDoNotStandStill() {
    Duration limit = Duration.ofSeconds(60);
    Duration longer = Duration.ofSeconds(61);
    assertFalse(Crew.isStandStill(limit, longer, limit));
    assertFalse(Crew.isStandStill(longer, limit, limit));
    assertTrue(Crew.isStandStill(longer, longer, limit));
    assertTrue(Crew.isStandStill(limit.multipliedBy(11), limit, limit));
  }

  private static void waitFor(CountDownLatch never) {
    try {
      never.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
