package org.armci4j.testkit.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.armci4j.Armci;
import org.armci4j.error.RankFailedException;
import org.armci4j.testkit.harness.RankProcesses;
import org.armci4j.testkit.ucx.UcxJobs;

/**
 * Runs jobs whose ranks kill themselves by a seed, and that go on without them. Each rank that is
 * left prints one line that begins with "right". {@code -Darmci.kills=N} runs N jobs, {@code
 * -Darmci.kills.seed=S} begins with seed S.
 */
public final class KilledJobs {
  private KilledJobs() {}

  /** Waits until all ranks are there. One that has left may die before another one leaves. */
  public static void meet(Armci armci) {
    try {
      armci.barrier();
    } catch (RankFailedException since) {
      // The barrier of a rank that had not left it yet.
    }
  }

  /**
   * Runs jobs with consecutive seeds.
   *
   * @param jobs how many, unless {@code -Darmci.kills} says so
   * @param program has the seed as its argument
   * @param network the environment that chooses the network
   * @param right gets each line of a rank that is left
   */
  static void run(
      int jobs, int ranks, Class<?> program, Map<String, String> network, Consumer<String> right) {
    Map<String, String> environment = new HashMap<>(network);
    environment.put("ARMCI_ON_FAILURE", "continue");
    long seed = Long.getLong("armci.kills.seed", System.nanoTime() % 1_000_000);
    int many = Integer.getInteger("armci.kills", jobs);
    int[] left = new int[ranks + 1];
    for (long one = seed; one < seed + many; one++) {
      System.out.println("-Darmci.kills=1 -Darmci.kills.seed=" + one);
      RankProcesses.Result result =
          RankProcesses.run(ranks, program, environment, Duration.ofMinutes(3), Long.toString(one));
      boolean _ = UcxJobs.hasAborted(result); // such a rank is one more that is lost
      assertEquals(0, result.exitCode(), result::toString);
      // A rank that finds wrong data throws, and must not count as one more that is lost.
      assertFalse(result.errors().contains("\tat "), result::toString);
      List<String> lines = result.output().lines().toList();
      assertTrue(
          !lines.isEmpty() && lines.stream().allMatch(line -> line.startsWith("right")),
          result::toString);
      lines.forEach(right);
      left[lines.size()]++;
    }
    System.out.println("jobs by ranks left " + Arrays.toString(left));
  }
}
