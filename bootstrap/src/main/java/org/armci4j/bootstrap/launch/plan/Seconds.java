package org.armci4j.bootstrap.launch.plan;

import java.math.BigDecimal;
import java.time.Duration;

/** Spans of time in messages. */
public final class Seconds {
  private Seconds() {}

  /** As options give it: a decimal number, of milliseconds at the finest. */
  public static String print(Duration span) {
    return BigDecimal.valueOf(span.toMillis(), 3).stripTrailingZeros().toPlainString();
  }
}
