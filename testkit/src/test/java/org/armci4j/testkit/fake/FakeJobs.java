package org.armci4j.testkit.fake;

import org.armci4j.ArmciSettings;
import org.armci4j.testkit.harness.RankThreads;

/** Makes jobs that send everything through the fake network. */
public final class FakeJobs {
  private FakeJobs() {}

  /** Returns a job whose ranks are threads of this JVM. */
  public static RankThreads threads(int ranks) {
    return RankThreads.of(ranks).over(FakeProvider.NAME).with(ArmciSettings.SHM_RESERVE, false);
  }
}
