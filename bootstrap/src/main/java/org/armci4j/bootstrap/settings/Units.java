package org.armci4j.bootstrap.settings;

import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Converts sizes, spans of time and names of constants to text and back. */
final class Units {
  private static final Pattern QUANTITY = Pattern.compile("(\\d+)\\s*([a-zA-Z]*)");

  private Units() {}

  static long parseBytes(String text) {
    Matcher quantity = quantity(text);
    long factor =
        switch (quantity.group(2).toLowerCase(Locale.ROOT)) {
          case "", "b" -> 1L;
          case "kib", "k" -> 1L << 10;
          case "mib", "m" -> 1L << 20;
          case "gib", "g" -> 1L << 30;
          case "tib", "t" -> 1L << 40;
          default -> throw new IllegalArgumentException(text);
        };
    return Math.multiplyExact(Long.parseLong(quantity.group(1)), factor);
  }

  static String printBytes(long bytes) {
    String[] units = {"", "KiB", "MiB", "GiB", "TiB"};
    int unit = 0;
    long value = bytes;
    while (value != 0 && value % 1024 == 0 && unit < units.length - 1) {
      value /= 1024;
      unit++;
    }
    return value + units[unit];
  }

  static Duration parseDuration(String text) {
    Matcher quantity = quantity(text);
    long amount = Long.parseLong(quantity.group(1));
    return switch (quantity.group(2).toLowerCase(Locale.ROOT)) {
      case "ns" -> Duration.ofNanos(amount);
      case "us" -> Duration.ofNanos(Math.multiplyExact(amount, 1000));
      case "ms" -> Duration.ofNanos(Math.multiplyExact(amount, 1_000_000));
      case "s" -> ofSeconds(amount, 1);
      case "m" -> ofSeconds(amount, 60);
      case "h" -> ofSeconds(amount, 3600);
      default -> throw new IllegalArgumentException(text);
    };
  }

  /**
   * Returns a span of time. Refuses one whose nanoseconds do not fit into a long, as all code
   * counts spans in nanoseconds.
   */
  private static Duration ofSeconds(long amount, long secondsEach) {
    return Duration.ofNanos(Math.multiplyExact(amount, secondsEach * 1_000_000_000L));
  }

  static String printDuration(Duration duration) {
    long nanos = duration.toNanos();
    if (nanos % 1000 != 0) {
      return nanos + "ns";
    }
    if (nanos % 1_000_000 != 0) {
      return nanos / 1000 + "us";
    }
    long millis = nanos / 1_000_000;
    return millis % 1000 == 0 ? millis / 1000 + "s" : millis + "ms";
  }

  static String printName(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  static String printNames(Class<? extends Enum<?>> type) {
    return Arrays.stream(type.getEnumConstants())
        .map(Units::printName)
        .collect(Collectors.joining(", "));
  }

  private static Matcher quantity(String text) {
    Matcher matcher = QUANTITY.matcher(text);
    if (!matcher.matches()) {
      throw new IllegalArgumentException(text);
    }
    return matcher;
  }
}
