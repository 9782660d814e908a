package org.armci4j.testkit.fake;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.armci4j.ArmciSettings;
import org.armci4j.bootstrap.settings.BootstrapSettings;
import org.armci4j.testkit.harness.RankThreads;
import org.junit.jupiter.api.Test;

/** Which of several networks a job between hosts takes. */
class NetworkChoiceTest {
  private static RankThreads betweenHosts(String network) {
    return RankThreads.of(2)
        .over("auto")
        .with(ArmciSettings.SHM_RESERVE, false)
        .with(ArmciSettings.NETWORK, network)
        .withEach(BootstrapSettings.HOST_ID, rank -> "host" + rank);
  }

  /** The fake one is the last by itself, and UCX joins all ranks too where it is installed. */
  @Test
  void theSettingNamesTheOneThatGoesFirst() {
    betweenHosts(FakeProvider.NAME)
        .run(armci -> assertEquals(FakeProvider.NAME, armci.transportName()));
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
