package org.armci4j.waiting;

import java.time.Duration;
import org.armci4j.bootstrap.settings.Setting;

/** Holds the settings of waits, which {@code ArmciSettings} lists with the others. */
public final class WaitSettings {
  /** Number of polls of a wait before it yields its core; −1 chooses by ranks per core. */
  public static final Setting<Integer> SPINS =
      Setting.integer(
              "waitSpins",
              -1,
              "looks at an awaited word before the core is yielded; -1 chooses by ranks per core")
          .where("a whole number from -1", spins -> spins >= -1)
          .asInternal();

  /** Time for which a wait yields before it parks in the kernel. */
  public static final Setting<Duration> PARK_AFTER =
      Setting.duration(
              "parkAfter",
              Duration.ofMillis(5),
              "how long a wait yields before it parks in the kernel")
          .asInternal();

  /** Longest sleep of a parked wait, after which it polls again without being woken. */
  public static final Setting<Duration> MAX_PARK =
      Setting.duration(
              "maxPark",
              Duration.ofMillis(1),
              "longest sleep of a parked wait, after which it looks again without being woken")
          .where("a span of time above zero such as 1ms", span -> span.isPositive())
          .asInternal();

  /** Time limit of waits that have no time-out of their own; 0 for none. */
  public static final Setting<Duration> TIMEOUT =
      Setting.duration(
          "waitTimeout",
          Duration.ZERO,
          "how long a wait may last that names no time-out itself; 0s is forever");

  private WaitSettings() {}
}
