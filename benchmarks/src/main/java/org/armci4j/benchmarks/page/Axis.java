package org.armci4j.benchmarks.page;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.DoubleStream;

/**
 * Maps values to places on the page, by their logarithm or evenly.
 *
 * @param low the value at its beginning
 * @param high the value at its end
 * @param even whether it is linear
 * @param from the place of {@code low}
 * @param to the place of {@code high}
 */
record Axis(double low, double high, boolean even, double from, double to) {
  private static final double DECADE = 10;

  /** Decades from which on only powers of ten are marked. */
  private static final double WIDE = 2.2;

  /** Ratio of an axis's ends that has room for two marks. */
  private static final double LEAST_SPAN = 6;

  private static final double[] STEPS = {1, 2, 5};

  /**
   * Returns an axis for some values, with room at both ends. Values of 0 and below do not count.
   */
  static Axis logarithmic(DoubleStream values, double from, double to) {
    double[] above = values.filter(value -> value > 0).sorted().toArray();
    double low = above.length == 0 ? 1 : above[0];
    double high = above.length == 0 ? DECADE : above[above.length - 1];
    double room = Math.max(1.15, Math.sqrt(LEAST_SPAN * low / high));
    return new Axis(low / room, high * room, false, from, to);
  }

  static Axis percent(double from, double to) {
    return new Axis(0, 100, true, from, to);
  }

  double at(double value) {
    double share =
        even ? (value - low) / (high - low) : Math.log(value / low) / Math.log(high / low);
    return from + (to - from) * Math.clamp(share, 0, 1);
  }

  /** Returns the values to mark. */
  List<Double> ticks() {
    if (even) {
      return List.of(low, (low + high) / 2, high);
    }
    boolean wide = Math.log10(high / low) > WIDE;
    List<Double> ticks = new ArrayList<>();
    for (int decade = (int) Math.floor(Math.log10(low));
        Math.pow(DECADE, decade) <= high;
        decade++) {
      for (double step : STEPS) {
        double tick = step * Math.pow(DECADE, decade);
        if (tick >= low && tick <= high && (step == 1 || !wide)) {
          ticks.add(tick);
        }
      }
    }
    return ticks;
  }
}
