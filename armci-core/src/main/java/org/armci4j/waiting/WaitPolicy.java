package org.armci4j.waiting;

import org.armci4j.bootstrap.settings.Settings;
import org.armci4j.bootstrap.text.Text;

/**
 * How long a wait spins, yields and parks.
 *
 * @param spins looks before the core is yielded, with a pause instruction between them
 * @param minSpins looks that are always made, so that a short wait is recognised as short
 * @param pollMask the looks that also make progress, as progress brings the awaited change: those
 *     whose number has all of these bits; 0 is every look, {@link #NEVER} none
 * @param parkAfterNanos how long to yield before parking
 * @param maxParkNanos the longest sleep
 * @param timeoutNanos limit of a wait that names none; {@link Long#MAX_VALUE} for none
 */
public record WaitPolicy(
    int spins,
    int minSpins,
    int pollMask,
    long parkAfterNanos,
    long maxParkNanos,
    long timeoutNanos) {
  /** Mask of a wait whose looks make no progress. */
  public static final int NEVER = -1;

  private static final int ALWAYS = 0;

  /**
   * Mask that polls the network at every 64th look. A poll takes about as long as 64 looks, and a
   * signal from a rank of this host must not wait for polls.
   */
  private static final int SOMETIMES = 63;

  /**
   * Time of yielding where progress serves: a few times as long as an idle rank takes to answer.
   */
  private static final long SERVING_PARK_AFTER_NANOS = 100_000;

  /** About 36 µs: far longer than a hand-over between running ranks takes. */
  private static final int SPINS_WITH_OWN_CORE = 2000;

  /**
   * When ranks outnumber cores, the awaited rank is most likely not running: give it the core. With
   * collectives of 4 and 8 ranks on 2 cores and 20 spins, a barrier takes 1.49 and 4.65 µs; with 2
   * spins 1.38 and 4.37. An allreduce of 512 bytes takes 2.54 and 7.05 against 2.07 and 6.08.
   */
  private static final int SPINS_OVERSUBSCRIBED = 2;

  /** About 1 µs: enough to see a hand-over between running ranks. */
  private static final int MIN_SPINS = 20;

  /** Each polls the network, which takes longer than a pause. */
  private static final int MIN_TRANSFER_SPINS = 4;

  /**
   * Divisor of the spins. One look advances an operation as far as it goes, which takes as long as
   * 8 looks at a word.
   */
  private static final int OPERATION_SPIN = 8;

  /**
   * Each look takes time from the awaited rank where both share a core. A barrier by handles over
   * UCX, all ranks on one core, takes 15 µs with 1 look and 40 with 20.
   */
  private static final int MIN_OPERATION_SPINS = 1;

  /** Longer than a device takes for a short request. */
  private static final int TRANSFER_SPINS = 100;

  /** A poller that never sleeps can keep a software device from running. */
  private static final long TRANSFER_PARK_AFTER_NANOS = 2_000_000;

  private static final long TRANSFER_PARK_NANOS = 50_000;

  /** The idle helper sleeps this many times longer than a wait. */
  private static final int HELPER_SLEEP_FACTOR = 20;

  /**
   * @throws IllegalArgumentException when {@code minSpins} exceeds {@code spins}
   */
  public WaitPolicy {
    if (minSpins > spins) {
      throw new IllegalArgumentException(Text.format("%d spins, at least %d", spins, minSpins));
    }
  }

  /** Returns whether any of the looks make progress. */
  boolean polls() {
    return pollMask != NEVER;
  }

  /** Returns whether the look of this number makes progress. */
  boolean polls(int look) {
    return (look & pollMask) == pollMask;
  }

  /**
   * Returns a policy for ranks where progress also brings other ranks' changes to this rank's
   * memory. A bell rings for all such changes while a wait parks, so a wait need not yield for long
   * before.
   *
   * @param byProgressAlone whether other ranks' changes come in no other way, as none writes here
   *     by stores
   * @return a policy of which every look makes progress if nothing else brings changes, else every
   *     64th
   */
  public WaitPolicy whereProgressServes(boolean byProgressAlone) {
    int looks = byProgressAlone ? Math.min(spins, TRANSFER_SPINS) : spins;
    return new WaitPolicy(
        looks,
        byProgressAlone ? Math.min(looks, MIN_TRANSFER_SPINS) : minSpins,
        byProgressAlone ? ALWAYS : SOMETIMES,
        Math.min(parkAfterNanos, SERVING_PARK_AFTER_NANOS),
        maxParkNanos,
        timeoutNanos);
  }

  /**
   * Returns a policy for a rank's helper thread. The helper is idle most of the time, and a rank
   * that needs it rings its bell. So it takes few looks and sleeps long.
   *
   * @return a policy without a time-out
   */
  public WaitPolicy forHelper() {
    return new WaitPolicy(
        minSpins,
        minSpins,
        NEVER,
        parkAfterNanos,
        HELPER_SLEEP_FACTOR * maxParkNanos,
        Long.MAX_VALUE);
  }

  /**
   * Returns a policy for waits whose looks each advance an operation of many transfers.
   *
   * @return a policy with fewer looks, which last as long and make progress as often; with as many,
   *     where each makes progress, which takes longer than to advance an operation
   */
  public WaitPolicy forOperations() {
    int operationSpins = pollMask == ALWAYS ? spins : spins / OPERATION_SPIN;
    return new WaitPolicy(
        operationSpins,
        Math.min(operationSpins, MIN_OPERATION_SPINS),
        polls() ? pollMask / OPERATION_SPIN : NEVER,
        parkAfterNanos,
        maxParkNanos,
        timeoutNanos);
  }

  /** Returns a policy for the completion of transfers, which only polling brings. */
  WaitPolicy forTransfers() {
    int transferSpins = Math.min(spins, TRANSFER_SPINS);
    return new WaitPolicy(
        transferSpins,
        Math.min(transferSpins, MIN_TRANSFER_SPINS),
        ALWAYS,
        Math.min(parkAfterNanos, TRANSFER_PARK_AFTER_NANOS),
        Math.min(maxParkNanos, TRANSFER_PARK_NANOS),
        timeoutNanos);
  }

  /**
   * Returns the policy for a rank that shares its host's cores with others.
   *
   * @param settings the effective settings
   * @param ranksOnHost number of ranks on its host, itself included
   * @param cores number of cores of its host
   * @return how its waits spin, yield and park
   */
  public static WaitPolicy of(Settings settings, int ranksOnHost, int cores) {
    int spins = settings.get(WaitSettings.SPINS);
    if (spins < 0) {
      spins = ranksOnHost <= cores ? SPINS_WITH_OWN_CORE : SPINS_OVERSUBSCRIBED;
    }
    long timeoutNanos = settings.get(WaitSettings.TIMEOUT).toNanos();
    return new WaitPolicy(
        spins,
        Math.min(spins, MIN_SPINS),
        NEVER,
        settings.get(WaitSettings.PARK_AFTER).toNanos(),
        settings.get(WaitSettings.MAX_PARK).toNanos(),
        timeoutNanos == 0 ? Long.MAX_VALUE : timeoutNanos);
  }
}
