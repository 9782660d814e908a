package org.armci4j.testkit.ucx;

import java.util.Map;
import org.armci4j.ArmciSettings;
import org.armci4j.testkit.harness.Prerequisite;
import org.armci4j.testkit.harness.RankProcesses;
import org.armci4j.testkit.harness.RankThreads;
import org.armci4j.transport.ucx.UcxProvider;
import org.armci4j.transport.ucx.UcxSettings;

/** Makes jobs of this host that send everything through UCX, over TCP on the loopback device. */
public final class UcxJobs {
  /** Settings of such a job for ranks that are processes. */
  public static final Map<String, String> ENVIRONMENT =
      Map.of(
          ArmciSettings.TRANSPORT.environmentName(), "ucx",
          UcxSettings.SAME_HOST.environmentName(), "network",
          UcxSettings.TLS.environmentName(), "tcp",
          UcxSettings.DEVICES.environmentName(), "lo");

  private UcxJobs() {}

  /** Ends the test where UCX is not installed. */
  public static void requireUcx() {
    var found = new UcxProvider().availability(ArmciSettings.builder().resolve());
    Prerequisite.require(found.yes(), found::reason);
  }

  /**
   * Returns whether UCX has ended a rank that answered a dying one. UCX 1.13 does that over TCP,
   * where it answers gets and updates itself. Such a rank is lost as well, whatever it does.
   */
  public static boolean hasAborted(RankProcesses.Result result) {
    boolean has = result.errors().contains("was killed by SIGABRT");
    if (has) {
      System.out.println("UCX has ended a rank that answered a dying one: " + result.errors());
    }
    return has;
  }

  public static RankThreads threads(int ranks) {
    return RankThreads.of(ranks)
        .over("ucx")
        .with(ArmciSettings.SHM_RESERVE, false)
        .with(UcxSettings.SAME_HOST, UcxSettings.SameHost.NETWORK)
        .with(UcxSettings.TLS, "tcp")
        .with(UcxSettings.DEVICES, "lo");
  }
}
