package org.armci4j;

import org.armci4j.bootstrap.settings.Settings;

/**
 * How long a wait spins, yields and parks.
 *
 * @param spins looks with a pause instruction between them before the core is yielded
 * @param parkAfterNanos how long to yield before parking
 * @param maxParkNanos the longest sleep
 * @param timeoutNanos limit of a wait that names none; {@link Long#MAX_VALUE} for none
 */
record WaitPolicy(int spins, long parkAfterNanos, long maxParkNanos, long timeoutNanos) {
  /** About 36 µs where it was measured: far longer than a hand-over between running ranks takes. */
  private static final int SPINS_WITH_OWN_CORE = 2000;

  /**
   * When ranks outnumber cores, the rank waited for is most likely not running: give it the core.
   * Measured with collectives of 4 and 8 ranks on 2 cores: with 20 spins a barrier takes 1.49 and
   * 4.65 µs, with 2 it takes 1.38 and 4.37, and an allreduce of 512 bytes 2.54 and 7.05 against
   * 2.07 and 6.08.
   */
  private static final int SPINS_OVERSUBSCRIBED = 2;

  /** About 1 µs: enough to see a hand-over between running ranks. */
  private static final int MIN_SPINS = 20;

  /** How much longer than a wait the idle helper sleeps. */
  private static final int HELPER_SLEEP_FACTOR = 20;

  /** What is always tried: so that a wait which could be short is seen to be. */
  int minSpins() {
    return Math.min(spins, MIN_SPINS);
  }

  /**
   * The same for a rank's helper thread: it idles most of the time, and has a bell that whoever
   * needs it rings, so it takes few looks and sleeps long.
   */
  WaitPolicy forHelper() {
    return new WaitPolicy(
        minSpins(), parkAfterNanos, HELPER_SLEEP_FACTOR * maxParkNanos, Long.MAX_VALUE);
  }

  /** The policy for a rank that shares its host's cores with {@code ranksOnHost - 1} others. */
  static WaitPolicy of(Settings settings, int ranksOnHost, int cores) {
    int spins = settings.get(ArmciSettings.WAIT_SPINS);
    if (spins < 0) {
      spins = ranksOnHost <= cores ? SPINS_WITH_OWN_CORE : SPINS_OVERSUBSCRIBED;
    }
    long timeoutNanos = settings.get(ArmciSettings.WAIT_TIMEOUT).toNanos();
    return new WaitPolicy(
        spins,
        settings.get(ArmciSettings.PARK_AFTER).toNanos(),
        settings.get(ArmciSettings.MAX_PARK).toNanos(),
        timeoutNanos == 0 ? Long.MAX_VALUE : timeoutNanos);
  }
}
