package org.armci4j.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Lets ranks of the example survivors die at random steps: the others, or new processes, go on from
 * the copies of their rows, to the same bits. {@code -Dtest.seed=S} begins with seed S.
 */
class SurvivorsTest {
  private static final int RANKS = 4;
  private static final int STEPS = 300;

  private static final String LESS = "--on-failure=continue";
  private static final String REPLACED = "--spares=2";

  private static LaunchedJob run(String mode, String... words) throws Exception {
    List<String> all = new ArrayList<>(List.of("run", "-n", Integer.toString(RANKS)));
    all.addAll(List.of("--jvm-arg=-XX:TieredStopAtLevel=1", mode));
    all.addAll(List.of("survivors", "--steps", Integer.toString(STEPS)));
    all.addAll(List.of(words));
    return LaunchedJob.armci(Map.of(), all);
  }

  private static String checksum(LaunchedJob job) {
    return job.outputLines().getLast().replaceAll(".* checksum ", "");
  }

  @Test
  void failuresChangeNoBit() throws Exception {
    try (LaunchedJob whole = run(LESS);
        LaunchedJob less = run(LESS, "--die", "2@130");
        LaunchedJob partners = run(LESS, "--die", "1@130,2@130");
        LaunchedJob replaced = run(REPLACED, "--die", "2@130,1@250")) {
      assertEquals(0, whole.exitCode(), whole::toString);
      assertEquals(0, less.exitCode(), less::toString);
      assertTrue(less.output().contains("3 ranks go on from step 120 (rank 2"), less::toString);
      assertEquals(checksum(whole), checksum(less), less::toString);
      assertEquals(0, partners.exitCode(), partners::toString);
      assertTrue(partners.output().contains("2 ranks go on from step 120"), partners::toString);
      assertEquals(checksum(whole), checksum(partners), partners::toString);
      assertEquals(0, replaced.exitCode(), replaced::toString);
      for (String line : List.of("step 120 (epoch 1)", "step 240 (epoch 2)")) {
        assertTrue(replaced.output().contains("4 ranks go on from " + line), replaced::toString);
      }
      assertEquals(checksum(whole), checksum(replaced), replaced::toString);
    }
  }

  /** New processes begin anew where a rank and its partner die between two checkpoints. */
  @Tag("long")
  @Test
  void twoRanksDieAtAnySteps() throws Exception {
    String right;
    try (LaunchedJob whole = run(LESS)) {
      assertEquals(0, whole.exitCode(), whole::toString);
      right = checksum(whole);
    }
    long seed = Long.getLong("test.seed", System.nanoTime() % 1_000_000);
    for (long one = seed; one < seed + 2; one++) {
      Random random = new Random(one);
      String mode = random.nextBoolean() ? LESS : REPLACED;
      int first = random.nextInt(RANKS);
      int second = (first + random.nextInt(1, RANKS)) % RANKS;
      int step = random.nextInt(1, STEPS);
      int later = Math.min(STEPS - 1, step + random.nextInt(60));
      String deaths = first + "@" + step + "," + second + "@" + later;
      System.out.println("-Dtest.seed=" + one + ": " + mode + " survivors --die " + deaths);
      try (LaunchedJob job = run(mode, "--die", deaths)) {
        assertEquals(0, job.exitCode(), job::toString);
        assertEquals(right, checksum(job), job::toString);
      }
    }
  }
}
