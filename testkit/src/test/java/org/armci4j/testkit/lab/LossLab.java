package org.armci4j.testkit.lab;

import java.time.Duration;
import java.util.SplittableRandom;
import java.util.function.UnaryOperator;
import org.armci4j.Armci;
import org.armci4j.ArmciSettings;
import org.armci4j.bootstrap.settings.SettingsBuilder;
import org.armci4j.testkit.job.DyingRanks;
import org.armci4j.testkit.job.KilledJobs;
import org.armci4j.testkit.job.RandomTransfers;
import org.armci4j.transport.ListProtocol;
import org.armci4j.transport.verbs.VerbsSettings;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Loses ranks amid random transfers through an RDMA device, while their queue pairs live on: what
 * the others have moved is right, and they go on. The system property {@code losses.seed} repeats
 * the run that named this seed.
 */
class LossLab {
  private static final int SEED =
      Integer.getInteger("losses.seed", (int) System.nanoTime() & Integer.MAX_VALUE);

  private static final int JOBS = 3;
  private static final int RANKS = 3;
  private static final int TRANSFERS = 100;
  private static final int PART_BYTES = 50_000;

  /** Names the routes through the transport. */
  enum Route {
    /** Reads and writes of the device, stripes where it has several ports. */
    DEVICE(settings -> settings.set(VerbsSettings.STRIPE_BYTES, 4096L)),

    HELPER(
        settings ->
            settings
                .set(VerbsSettings.ATOMICS, VerbsSettings.Atomics.HELPER)
                .set(VerbsSettings.LISTS, ListProtocol.PACKED)),

    /** Lists with assistance, also of short memory. */
    ASSISTED(
        settings ->
            settings
                .set(VerbsSettings.LISTS, ListProtocol.ASSISTED)
                .set(VerbsSettings.REGISTER_BYTES, 1L));

    @SuppressWarnings("ImmutableEnumChecker") // a change keeps nothing
    private final UnaryOperator<SettingsBuilder> change;

    Route(UnaryOperator<SettingsBuilder> change) {
      this.change = change;
    }
  }

  @ParameterizedTest
  @EnumSource
  void theOthersTransfersGoOn(Route route) throws InterruptedException {
    for (int seed = SEED; seed < SEED + JOBS; seed++) {
      System.out.println("losses.seed=" + seed + ": " + route);
      int drawn = seed;
      DyingRanks.run(
          RANKS,
          Duration.ofMinutes(8), // of a slow machine
          settings ->
              route
                  .change
                  .apply(settings)
                  .set(ArmciSettings.TRANSPORT, "verbs")
                  .set(VerbsSettings.SAME_HOST, VerbsSettings.SameHost.DEVICE)
                  .set(VerbsSettings.ACK_TIMEOUT, Duration.ofSeconds(1)),
          armci -> transfer(armci, drawn));
    }
  }

  private static boolean transfer(Armci armci, int seed) {
    RandomTransfers transfers = new RandomTransfers(armci, seed, PART_BYTES);
    KilledJobs.meet(armci);
    SplittableRandom death = new SplittableRandom(97L * seed + armci.rank());
    boolean dies = armci.rank() == 1 || (armci.rank() == 2 && death.nextInt(3) == 0);
    transfers.transfer(dies ? death.nextInt(TRANSFERS) : TRANSFERS);
    if (!dies) {
      try (armci) {
        transfers.checkAll();
      }
    }
    return dies;
  }
}
