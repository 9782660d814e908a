package org.armci4j.testkit.fake;

import java.util.Locale;
import org.armci4j.ArmciSettings;
import org.armci4j.testkit.harness.RankThreads;

/** Makes jobs that send everything through the fake network. */
public final class FakeJobs {
  /** What tests draw from; the system property {@code fake.seed} repeats the draws of a run. */
  static final int SEED =
      Integer.getInteger("fake.seed", (int) System.nanoTime() & Integer.MAX_VALUE);

  private FakeJobs() {}

  /** Returns a job whose ranks are threads of this JVM. */
  public static RankThreads threads(int ranks) {
    return RankThreads.of(ranks).over(FakeProvider.NAME).with(ArmciSettings.SHM_RESERVE, false);
  }

  /** Returns such a job whose network draws from {@link #SEED}, and prints that with its name. */
  static RankThreads drawing(String name, int ranks) {
    System.out.printf(Locale.ROOT, "fake.seed=%d: %s, %d ranks%n", SEED, name, ranks);
    return threads(ranks).with(FakeSettings.SEED, SEED);
  }
}
