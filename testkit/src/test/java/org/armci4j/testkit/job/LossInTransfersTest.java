package org.armci4j.testkit.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.armci4j.Armci;
import org.armci4j.testkit.harness.RankProcesses;
import org.armci4j.testkit.ucx.UcxJobs;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/**
 * Kills ranks amid random transfers of all kinds over UCX. Transfers to a dead rank throw, those
 * among the others never do, and what these have moved is right to the byte. {@code
 * -Darmci.kills=N} runs N jobs, {@code -Darmci.kills.seed=S} begins with seed S.
 */
@EnabledOnOs(OS.LINUX)
class LossInTransfersTest {
  private static final int RANKS = 4;

  /** A rank dies at one of so many transfers, or lives. */
  private static final int TRANSFERS = 400;

  /** Dies after some of its transfers, or lives. */
  static final class Program {
    private static final int PART_BYTES = 200_000;

    private Program() {}

    public static void main(String[] arguments) {
      long seed = Long.parseLong(arguments[0]);
      try (Armci armci = Armci.open()) {
        RandomTransfers transfers = new RandomTransfers(armci, seed, PART_BYTES);
        armci.barrier();
        Random death = new Random(97 * seed + armci.rank());
        boolean dies = armci.rank() > 0 && death.nextInt(3) > 0;
        transfers.transfer(dies ? death.nextInt(TRANSFERS) : TRANSFERS);
        if (dies) {
          Runtime.getRuntime().halt(9);
        }
        transfers.checkAll().close();
        System.out.println("right");
      }
    }
  }

  @Test
  void theOthersTransfersGoOn() {
    UcxJobs.requireUcx();
    run(2);
  }

  @Tag("long")
  @Test
  void theOthersTransfersGoOnInManyJobs() {
    UcxJobs.requireUcx();
    run(8);
  }

  private static void run(int jobs) {
    Map<String, String> environment = new HashMap<>(UcxJobs.ENVIRONMENT);
    environment.put("ARMCI_ON_FAILURE", "continue");
    long seed = Long.getLong("armci.kills.seed", System.nanoTime() % 1_000_000);
    int many = Integer.getInteger("armci.kills", jobs);
    int[] left = new int[RANKS + 1];
    for (long one = seed; one < seed + many; one++) {
      System.out.println("-Darmci.kills=1 -Darmci.kills.seed=" + one);
      RankProcesses.Result result =
          RankProcesses.run(
              RANKS, Program.class, environment, Duration.ofMinutes(3), Long.toString(one));
      boolean _ = UcxJobs.hasAborted(result); // such a rank is one more that is lost
      assertEquals(0, result.exitCode(), result::toString);
      List<String> right = result.output().lines().toList();
      assertTrue(right.stream().allMatch("right"::equals), result::toString);
      left[right.size()]++;
    }
    System.out.println("jobs by ranks left " + Arrays.toString(left));
  }
}
