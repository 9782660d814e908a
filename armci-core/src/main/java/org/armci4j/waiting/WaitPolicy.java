package org.armci4j.waiting;

import org.armci4j.ArmciSettings;
import org.armci4j.bootstrap.settings.Settings;

/**
 * How long a wait spins, yields and parks.
 *
 * @param spins looks with a pause instruction between them before the core is yielded
 * @param polls whether each of these looks makes progress too, as only that brings what is awaited
 * @param parkAfterNanos how long to yield before parking
 * @param maxParkNanos the longest sleep
 * @param timeoutNanos limit of a wait that names none; {@link Long#MAX_VALUE} for none
 */
public record WaitPolicy(
    int spins, boolean polls, long parkAfterNanos, long maxParkNanos, long timeoutNanos) {
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

  /** Each asks the network, which takes longer than a pause. */
  private static final int MIN_TRANSFER_SPINS = 4;

  /** Longer than a device takes for a short request. */
  private static final int TRANSFER_SPINS = 100;

  /** A poller that never sleeps can keep a software device from running. */
  private static final long TRANSFER_PARK_AFTER_NANOS = 2_000_000;

  private static final long TRANSFER_PARK_NANOS = 50_000;

  /** How much longer than a wait the idle helper sleeps. */
  private static final int HELPER_SLEEP_FACTOR = 20;

  /** What is always tried: so that a wait which could be short is seen to be. */
  int minSpins() {
    return Math.min(spins, polls ? MIN_TRANSFER_SPINS : MIN_SPINS);
  }

  /**
   * The same for a rank's helper thread: it idles most of the time, and has a bell that a rank that
   * needs it rings, so it takes few looks and sleeps long.
   *
   * @return a policy without a time-out
   */
  public WaitPolicy forHelper() {
    return new WaitPolicy(
        minSpins(), false, parkAfterNanos, HELPER_SLEEP_FACTOR * maxParkNanos, Long.MAX_VALUE);
  }

  /** The same for the completion of transfers, which only looking after them brings. */
  WaitPolicy forTransfers() {
    return new WaitPolicy(
        Math.min(spins, TRANSFER_SPINS),
        true,
        Math.min(parkAfterNanos, TRANSFER_PARK_AFTER_NANOS),
        Math.min(maxParkNanos, TRANSFER_PARK_NANOS),
        timeoutNanos);
  }

  /**
   * The policy for a rank that shares its host's cores with others.
   *
   * @param settings the effective settings
   * @param ranksOnHost how many ranks its host has, with it
   * @param cores how many cores its host has
   * @return how its waits spin, yield and park
   */
  public static WaitPolicy of(Settings settings, int ranksOnHost, int cores) {
    int spins = settings.get(ArmciSettings.WAIT_SPINS);
    if (spins < 0) {
      spins = ranksOnHost <= cores ? SPINS_WITH_OWN_CORE : SPINS_OVERSUBSCRIBED;
    }
    long timeoutNanos = settings.get(ArmciSettings.WAIT_TIMEOUT).toNanos();
    return new WaitPolicy(
        spins,
        false,
        settings.get(ArmciSettings.PARK_AFTER).toNanos(),
        settings.get(ArmciSettings.MAX_PARK).toNanos(),
        timeoutNanos == 0 ? Long.MAX_VALUE : timeoutNanos);
  }
}
