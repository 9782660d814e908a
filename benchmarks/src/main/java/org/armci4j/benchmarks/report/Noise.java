package org.armci4j.benchmarks.report;

import java.util.Arrays;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * Estimates how far the medians of one figure may lie apart in two runs of the same code. Each
 * round is a JVM of its own, which compiles a little differently, so the rounds of both runs tell
 * what chance does. As they are few, an estimate from experience counts as some rounds more. What
 * repetitions within a round differ adds to it, as disturbances of a machine outlast repetitions.
 */
final class Noise {
  /** Standard deviation of the logarithm of a round's median, as most figures have it. */
  private static final double USUAL_DEVIATION = 0.045;

  /** Number of rounds that the usual deviation counts for. */
  private static final double USUAL_ROUNDS = 4;

  /**
   * Standard deviations that chance explains. A run has hundreds of figures, some of which deviate
   * more than their few rounds show, and not one of them may be told by mistake.
   */
  private static final double DEVIATIONS = 5;

  /** Standard deviations from the median to the 90th percentile. */
  private static final double P90_DEVIATIONS = 1.28;

  /** Part of the repetitions' spread that their median may have too. */
  private static final double PART_OF_SPREAD = 0.5;

  private Noise() {}

  /**
   * Returns the ratio of medians up to which a difference is noise: above 1.
   *
   * @param before the suite's figures in one run
   * @param after those in the other run
   * @param key a figure that both have
   */
  static double limit(Report before, Report after, Measurement.Key key) {
    double[] old = before.roundMedians(key);
    double[] young = after.roundMedians(key);
    double rounds = USUAL_ROUNDS + (old.length - 1) + (young.length - 1);
    double squares = USUAL_ROUNDS * square(USUAL_DEVIATION) + squares(old) + squares(young);
    double spread = Math.max(spread(before, key), spread(after, key)) * PART_OF_SPREAD;
    double variance = (squares / rounds + square(spread)) * (1.0 / old.length + 1.0 / young.length);
    return Math.exp(DEVIATIONS * Math.sqrt(variance));
  }

  /** Returns the sum of the squares by which the logarithms of values deviate from their mean. */
  private static double squares(double... values) {
    double mean = logarithms(values).average().orElseThrow();
    return logarithms(values).map(one -> square(one - mean)).sum();
  }

  private static DoubleStream logarithms(double... values) {
    return Arrays.stream(values).map(Math::log);
  }

  /**
   * Returns the standard deviation of the logarithms of repetitions, of the round in the middle:
   * one that was disturbed must not hide what the others show, so of two the quieter counts.
   */
  private static double spread(Report run, Measurement.Key key) {
    double[] medians = run.roundMedians(key);
    double[] p90s = run.roundP90s(key);
    double[] spreads =
        IntStream.range(0, medians.length)
            .mapToDouble(round -> Math.log(p90s[round] / medians[round]) / P90_DEVIATIONS)
            .sorted()
            .toArray();
    return spreads[(spreads.length - 1) / 2];
  }

  private static double square(double value) {
    return value * value;
  }
}
