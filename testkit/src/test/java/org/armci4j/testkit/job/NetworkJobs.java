package org.armci4j.testkit.job;

import java.time.Duration;
import org.armci4j.bootstrap.settings.BootstrapSettings;
import org.armci4j.testkit.fake.FakeJobs;
import org.armci4j.testkit.fake.FakeSettings;
import org.armci4j.testkit.harness.RankThreads;
import org.armci4j.testkit.ucx.UcxJobs;
import org.armci4j.transport.ucx.UcxSettings;
import org.armci4j.transport.ucx.UcxSettings.SameHost;

/** Makes jobs over a network, or without one, as a test names it. */
public final class NetworkJobs {
  private static final Duration LIMIT = Duration.ofMinutes(3);

  private NetworkJobs() {}

  /**
   * Returns a job whose ranks are threads of this JVM. Ends the test where UCX is not installed.
   *
   * @param network fake or ucx; local for none
   */
  public static RankThreads threads(String network, int ranks) {
    return (switch (network) {
          case "local" -> RankThreads.of(ranks).over(network);
          case "fake" -> FakeJobs.threads(ranks);
          case "ucx" -> {
            UcxJobs.requireUcx();
            yield UcxJobs.threads(ranks);
          }
          default -> throw new IllegalArgumentException(network);
        })
        .within(LIMIT);
  }

  /**
   * Returns such a job whose ranks are told to be on several hosts.
   *
   * @param network fake or ucx
   * @param hosts names the host of each rank by a letter
   * @param shared whether the ranks of a host share memory
   */
  public static RankThreads onHosts(String network, String hosts, boolean shared) {
    return threads(network, hosts.length())
        .with(FakeSettings.SHARED_ON_HOST, shared)
        .with(UcxSettings.SAME_HOST, shared ? SameHost.SHARED : SameHost.NETWORK)
        .withEach(BootstrapSettings.HOST_ID, rank -> hosts.substring(rank, rank + 1));
  }
}
