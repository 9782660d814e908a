package org.armci4j.bootstrap.launch.plan;

import java.math.BigDecimal;
import java.time.Duration;

/** Prints spans of time for messages. */
public final class Seconds {
  private Seconds() {}

  /** Returns a span in seconds as options take it: a decimal number with at most three decimals. */
  public static String print(Duration span) {
    return BigDecimal.valueOf(span.toMillis(), 3).stripTrailingZeros().toPlainString();
  }
}
