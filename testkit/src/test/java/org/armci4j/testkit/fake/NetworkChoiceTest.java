package org.armci4j.testkit.fake;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.armci4j.ArmciSettings;
import org.armci4j.bootstrap.settings.BootstrapSettings;
import org.armci4j.testkit.harness.RankThreads;
import org.armci4j.testkit.ucx.UcxJobs;
import org.junit.jupiter.api.Test;

/** Checks which of several networks a job between hosts takes. */
class NetworkChoiceTest {
  private static RankThreads betweenHosts(String network) {
    return RankThreads.of(2)
        .over("auto")
        .with(ArmciSettings.SHM_RESERVE, false)
        .with(ArmciSettings.NETWORK, network)
        .withEach(BootstrapSettings.HOST_ID, rank -> "host" + rank);
  }

  /**
   * Takes the named network. The fake one is last by default, and UCX joins all ranks too where it
   * is installed.
   */
  @Test
  void theSettingNamesTheOneThatGoesFirst() {
    betweenHosts(FakeProvider.NAME)
        .run(armci -> assertEquals(FakeProvider.NAME, armci.transportName()));
  }

  /** Lets one rank's host lack a network: all ranks take another, and no rank waits for it. */
  @Test
  void aNetworkThatOneRankLacksIsTakenByNone() {
    UcxJobs.requireUcx();
    betweenHosts(FakeProvider.NAME)
        .withEach(FakeSettings.AVAILABLE, rank -> rank == 0)
        .run(armci -> assertNotEquals(FakeProvider.NAME, armci.transportName()));
  }

  @Test
  void theRankThatLacksANamedNetworkIsNamed() {
    RankThreads job =
        RankThreads.of(3)
            .over(FakeProvider.NAME)
            .withEach(FakeSettings.AVAILABLE, rank -> rank != 1);
    String text = text(assertThrows(Throwable.class, () -> job.run(armci -> {})));
    // The first rank to end is told: rank 1, which says so itself, or another one.
    String why = "a setting says that it is not there";
    boolean itself = text.contains("rank 1: ") && text.contains("cannot be used: " + why);
    assertTrue(itself || text.contains("rank 1 says: " + why), text);
  }

  @Test
  void ranksThatAskForDifferentTransportsAreNamed() {
    RankThreads job =
        RankThreads.of(3).withEach(ArmciSettings.TRANSPORT, rank -> rank == 2 ? "shm" : "local");
    String text = text(assertThrows(Throwable.class, () -> job.run(armci -> {})));
    assertTrue(text.contains("is 'local' on rank 0 and 'shm' on rank 2"), text);
  }

  @Test
  void aNameThatIsNoTransportIsRefused() {
    Throwable thrown =
        assertThrows(Throwable.class, () -> betweenHosts("infiband").run(armci -> {}));
    String text = text(thrown);
    assertTrue(text.contains("infiband") && text.contains("ucx"), text);
  }

  private static String text(Throwable thrown) {
    StringBuilder all = new StringBuilder();
    for (Throwable one = thrown; one != null; one = one.getCause()) {
      all.append(one).append('\n');
    }
    return all.toString();
  }
}
