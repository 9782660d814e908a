package org.armci4j.checkpoint;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.armci4j.checkpoint.CheckpointedRun.Moment;
import org.armci4j.testkit.harness.RankProcesses;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Kills a rank of a job again and again, also amid its checkpoints; the job is started anew until
 * it comes to its end. The system property {@code test.seed} repeats the draws of a run.
 */
class CheckpointKillTest {
  private static final List<Moment> MOMENTS = List.of(Moment.values());
  private static final long SEED = Long.getLong("test.seed", System.nanoTime());
  private static final int RANKS = 3;
  private static final Duration LIMIT = Duration.ofMinutes(2);
  private static final List<String> FILES = List.of("manifest", "u.npy", "memory.npy", "mine.npy");

  private final SplittableRandom random = new SplittableRandom(SEED);

  @TempDir Path parent;

  @BeforeEach
  void tellTheSeed() {
    System.out.printf(Locale.ROOT, "killed jobs: -Dtest.seed=%d%n", SEED);
  }

  @Test
  void aJobThatWasKilledEndsAsOneThatWasNot() throws IOException {
    killed(5);
  }

  @Tag("release")
  @Test
  void aJobThatWasKilledOftenEndsAsOneThatWasNot() throws IOException {
    for (int round = 0; round < 10; round++) {
      killed(10);
    }
  }

  private void killed(int kills) throws IOException {
    Path whole = Files.createTempDirectory(parent, "whole");
    run(whole, 0, -1, Moment.STEP, 0);
    Path broken = Files.createTempDirectory(parent, "broken");
    long newest = 0;
    List<Moment> moments = new ArrayList<>(MOMENTS);
    Collections.shuffle(moments, random);
    for (int kill = 0; kill < kills && newest < CheckpointedRun.STEPS; kill++) {
      Moment moment = moments.get(kill % moments.size());
      int between = CheckpointedRun.BETWEEN_SAVES;
      // Near the newest, so that the job lives for all kills.
      long step = newest + (moment == Moment.STEP ? random.nextInt(1, 2 * between) : between);
      int victim = random.nextInt(RANKS);
      run(broken, newest, victim, moment, Math.min(step, CheckpointedRun.STEPS));
      long before = newest;
      newest = newest(broken);
      System.out.printf(
          Locale.ROOT,
          "from step %d, rank %d killed at %s of %d: %s%n",
          before,
          victim,
          moment,
          step,
          names(broken));
      assertTrue(newest >= before, newest + " after " + before);
    }
    run(broken, newest, -1, Moment.STEP, 0);
    String last = "step-" + CheckpointedRun.STEPS;
    for (String name : FILES) {
      Path file = whole.resolve(last).resolve(name);
      assertEquals(-1, Files.mismatch(file, broken.resolve(last).resolve(name)), name);
    }
    assertTrue(names(broken).containsAll(names(whole)), names(broken)::toString);
    assertTrue(names(broken).stream().noneMatch(name -> name.startsWith(".")));
  }

  /** Runs a job to its end, which must begin with the newest checkpoint that is complete. */
  private static void run(Path folder, long newest, int victim, Moment moment, long step) {
    RankProcesses.Result result =
        RankProcesses.run(
            RANKS,
            CheckpointedRun.class,
            LIMIT,
            folder.toString(),
            Integer.toString(victim),
            moment.name(),
            Long.toString(step));
    String what = victim + " dies at " + moment + " of " + step + ": " + result;
    assertTrue(result.output().contains("restored " + newest + "\n"), what);
    if (victim < 0) {
      assertEquals(0, result.exitCode(), what);
    }
  }

  private static long newest(Path folder) throws IOException {
    return names(folder).stream()
        .filter(name -> name.startsWith("step-"))
        .mapToLong(name -> Long.parseLong(name.substring("step-".length())))
        .max()
        .orElse(0);
  }

  private static List<String> names(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }
}
