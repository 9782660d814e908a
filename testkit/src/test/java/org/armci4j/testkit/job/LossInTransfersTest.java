package org.armci4j.testkit.job;

import java.util.Random;
import org.armci4j.Armci;
import org.armci4j.testkit.ucx.UcxJobs;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/**
 * Kills ranks amid random transfers of all kinds over UCX. Transfers to a dead rank throw, those
 * among the others never do, and what these have moved is right to the byte. {@link KilledJobs}
 * reads how many jobs, and which.
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
        KilledJobs.meet(armci);
        Random death = new Random(97 * seed + armci.rank());
        boolean dies = armci.rank() > 0 && death.nextInt(3) > 0;
        transfers.transfer(dies ? death.nextInt(TRANSFERS) : TRANSFERS);
        if (dies) {
          Runtime.getRuntime().halt(9);
        }
        transfers.checkAll();
        System.out.println("right");
      }
    }
  }

  @Test
  void theOthersTransfersGoOn() {
    UcxJobs.requireUcx();
    run(2);
  }

  @Tag("release")
  @Test
  void theOthersTransfersGoOnInManyJobs() {
    UcxJobs.requireUcx();
    run(20);
  }

  private static void run(int jobs) {
    KilledJobs.run(jobs, RANKS, Program.class, UcxJobs.ENVIRONMENT, _ -> {});
  }
}
