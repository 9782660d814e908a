package org.armci4j.bootstrap.launch.plan;

import java.time.Duration;

/**
 * When reports say why a job does not go on.
 *
 * @param after how long a rank may wait before; zero means that there are none
 * @param repeated whether there are more while ranks still wait; else one is all
 */
public record StallReports(Duration after, boolean repeated) {
  /** No reports but those that a signal asks for. */
  public static final StallReports NONE = new StallReports(Duration.ZERO, false);

  /** Checks the time. */
  public StallReports {
    if (after.isNegative()) {
      throw new IllegalArgumentException("a stall lasts a while, not " + after);
    }
  }
}
