package org.armci4j.testkit.ucx;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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

  /** The launcher's word on a rank that has ended so. */
  private static final Pattern ABORTED =
      Pattern.compile("\\(pid (\\d+)[^)]*\\) was killed by SIGABRT");

  private UcxJobs() {}

  /** Ends the test where UCX is not installed. */
  public static void requireUcx() {
    var found = new UcxProvider().availability(ArmciSettings.builder().resolve());
    Prerequisite.require(found.yes(), found::reason);
  }

  /**
   * Returns whether UCX has ended a rank that answered a dying one. UCX 1.13 does that over TCP,
   * where it answers gets and updates itself. Such a rank is lost as well, whatever it does. Fails
   * the test where a rank has ended by SIGABRT and UCX has not said why.
   */
  public static boolean hasAborted(RankProcesses.Result result) {
    List<String> pids =
        ABORTED.matcher(result.errors()).results().map(found -> found.group(1)).toList();
    for (String pid : pids) {
      Pattern last = Pattern.compile("(?m)^\\[[^:]*:" + pid + " *:.*(Fatal:|Assertion ).*$");
      Matcher words = last.matcher(result.errors());
      assertTrue(words.find(), result::toString);
      System.out.println("UCX has ended a rank that answered a dying one: " + words.group());
    }
    return !pids.isEmpty();
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
