package org.armci4j.benchmarks.page;

import org.armci4j.benchmarks.report.ComparisonTable;

/** Names times, sizes and bandwidths in the unit that suits them. */
final class Quantity {
  private static final String[] TIMES = {"ns", "µs", "ms", "s"};
  private static final String[] SIZES = {"B", "KiB", "MiB", "GiB"};

  private Quantity() {}

  static String time(double nanos) {
    return scaled(nanos, 1000, TIMES);
  }

  static String size(long bytes) {
    return scaled((double) bytes, 1024, SIZES);
  }

  static String bandwidth(double bytesPerNano) {
    return number(bytesPerNano) + " GB/s";
  }

  static String percent(double share) {
    return number(share) + " %";
  }

  private static String scaled(double value, int step, String... units) {
    double rest = value;
    int unit = 0;
    while (rest >= step && unit < units.length - 1) {
      rest /= step;
      unit++;
    }
    return number(rest) + " " + units[unit];
  }

  /** Formats a number with up to two decimals, without zeros at its end. */
  private static String number(double value) {
    String text = ComparisonTable.number(value);
    return text.contains(".") ? text.replaceFirst("\\.?0+$", "") : text;
  }
}
