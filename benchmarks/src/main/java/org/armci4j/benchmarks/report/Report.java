package org.armci4j.benchmarks.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/** All figures of a suite, collected round by round. */
public final class Report {
  private final String suite;
  private final Map<Measurement.Key, List<Measurement>> rounds = new LinkedHashMap<>();

  /**
   * Creates an empty report.
   *
   * @param suite the suite's name
   */
  public Report(String suite) {
    this.suite = suite;
  }

  /** Returns the suite's name. */
  public String suite() {
    return suite;
  }

  /**
   * Adds a subject's figures of one round.
   *
   * @param measurements the figures
   */
  public void add(List<Measurement> measurements) {
    for (Measurement measurement : measurements) {
      rounds.computeIfAbsent(measurement.key(), key -> new ArrayList<>()).add(measurement);
    }
  }

  /**
   * Adds the rounds of a further run of the same suite to the figures that this report has.
   *
   * @param further its figures; those that this report lacks are left out
   */
  public void addRounds(Report further) {
    further.rounds.forEach(
        (key, all) -> {
          if (rounds.containsKey(key)) {
            add(all);
          }
        });
  }

  /** Returns the figures, each merged over all rounds, in the order of their first appearance. */
  public List<Measurement> merged() {
    return rounds.values().stream().map(Measurement::merge).toList();
  }

  /**
   * Returns the medians of a figure's rounds.
   *
   * @param key what identifies it; it is in this report
   */
  double[] roundMedians(Measurement.Key key) {
    return rounds.get(key).stream().mapToDouble(Measurement::median).toArray();
  }

  /**
   * Returns the 90th percentiles of a figure's rounds.
   *
   * @param key what identifies it; it is in this report
   */
  double[] roundP90s(Measurement.Key key) {
    return rounds.get(key).stream().mapToDouble(Measurement::p90).toArray();
  }

  /**
   * Returns the same rounds of some operations alone, as another suite.
   *
   * @param name the name of that suite
   * @param kept tells by the name of an operation whether it stays
   */
  public Report part(String name, Predicate<String> kept) {
    Report part = new Report(name);
    rounds.forEach(
        (key, all) -> {
          if (kept.test(key.operation())) {
            part.add(all);
          }
        });
    return part;
  }

  /**
   * Returns the ratio of two figures: the median, over the rounds, of the ratio of their medians.
   * Two figures measured shortly after each other share a round's disturbances, which cancel out.
   *
   * @param one a figure of {@link #merged}
   * @param other another
   * @return how many times {@code other} the first figure is
   */
  public double ratio(Measurement one, Measurement other) {
    List<Measurement> ones = rounds.get(one.key());
    List<Measurement> others = rounds.get(other.key());
    return Measurement.median(
        IntStream.range(0, Math.min(ones.size(), others.size()))
            .mapToDouble(round -> ones.get(round).median() / others.get(round).median())
            .toArray());
  }

  /**
   * Returns one figure, merged over all rounds.
   *
   * @param key what identifies it
   */
  public Optional<Measurement> find(Measurement.Key key) {
    return Optional.ofNullable(rounds.get(key)).map(Measurement::merge);
  }
}
