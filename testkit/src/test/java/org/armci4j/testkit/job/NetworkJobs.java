package org.armci4j.testkit.job;

import java.time.Duration;
import org.armci4j.testkit.fake.FakeJobs;
import org.armci4j.testkit.harness.RankThreads;
import org.armci4j.testkit.ucx.UcxJobs;

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
}
