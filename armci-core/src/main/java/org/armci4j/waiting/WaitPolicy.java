package org.armci4j.waiting;

import org.armci4j.ArmciSettings;
import org.armci4j.bootstrap.settings.Settings;
import org.armci4j.bootstrap.text.Text;

/**
 * How long a wait spins, yields and parks.
 *
 * @param spins looks with a pause instruction between them before the core is yielded
 * @param minSpins as many are always tried: so that a wait which could be short is seen to be
 * @param pollMask which of these looks make progress too, as that brings what is awaited: those
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
  /** The mask of a wait whose looks make no progress. */
  public static final int NEVER = -1;

  private static final int ALWAYS = 0;

  /**
   * A poll of the network takes about as long as so many looks: a rank that signals on this host is
   * not to wait for it.
   */
  private static final int SOMETIMES = 63;

  /** Yielding goes on for a few times as long as the answer of an idle rank takes. */
  private static final long SERVING_PARK_AFTER_NANOS = 100_000;

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

  /** Each look moves the operation on as far as it goes: as long as so many looks at a word. */
  private static final int OPERATION_SPIN = 8;

  /**
   * Each look is taken from the rank that is waited for where they share a core: a barrier by
   * handles over UCX, all on one core, takes 15 µs with 1 and took 40 with 20.
   */
  private static final int MIN_OPERATION_SPINS = 1;

  /** Longer than a device takes for a short request. */
  private static final int TRANSFER_SPINS = 100;

  /** A poller that never sleeps can keep a software device from running. */
  private static final long TRANSFER_PARK_AFTER_NANOS = 2_000_000;

  private static final long TRANSFER_PARK_NANOS = 50_000;

  /** How much longer than a wait the idle helper sleeps. */
  private static final int HELPER_SLEEP_FACTOR = 20;

  /**
   * @throws IllegalArgumentException when more are always tried than ever
   */
  public WaitPolicy {
    if (minSpins > spins) {
      throw new IllegalArgumentException(Text.format("%d spins, at least %d", spins, minSpins));
    }
  }

  /** Whether any of the looks make progress. */
  boolean polls() {
    return pollMask != NEVER;
  }

  /** Whether the look of a number makes progress. */
  boolean polls(int look) {
    return (look & pollMask) == pollMask;
  }

  /**
   * The same where progress brings what others do to this rank's memory too, and where something
   * rings for all that comes while a wait parks: it need not yield for long before.
   *
   * @return a policy whose looks make progress now and then
   */
  public WaitPolicy whereProgressServes() {
    return new WaitPolicy(
        spins,
        minSpins,
        SOMETIMES,
        Math.min(parkAfterNanos, SERVING_PARK_AFTER_NANOS),
        maxParkNanos,
        timeoutNanos);
  }

  /**
   * The same for a rank's helper thread: it idles most of the time, and has a bell that a rank that
   * needs it rings, so it takes few looks and sleeps long.
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
   * The same where each look moves an operation of many transfers on.
   *
   * @return a policy with fewer looks, which last as long
   */
  public WaitPolicy forOperations() {
    int operationSpins = spins / OPERATION_SPIN;
    return new WaitPolicy(
        operationSpins,
        Math.min(operationSpins, MIN_OPERATION_SPINS),
        pollMask,
        parkAfterNanos,
        maxParkNanos,
        timeoutNanos);
  }

  /** The same for the completion of transfers, which only looking after them brings. */
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
        Math.min(spins, MIN_SPINS),
        NEVER,
        settings.get(ArmciSettings.PARK_AFTER).toNanos(),
        settings.get(ArmciSettings.MAX_PARK).toNanos(),
        timeoutNanos == 0 ? Long.MAX_VALUE : timeoutNanos);
  }
}
