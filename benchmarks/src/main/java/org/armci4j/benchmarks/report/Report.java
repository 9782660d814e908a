package org.armci4j.benchmarks.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** All figures of a suite, collected round by round. */
public final class Report {
  private final String suite;
  private final Map<Measurement.Key, List<Measurement>> rounds = new LinkedHashMap<>();

  /**
   * An empty report.
   *
   * @param suite the suite's name
   */
  public Report(String suite) {
    this.suite = suite;
  }

  /** The suite's name. */
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

  /** The figures of all rounds together, in the order in which they first came. */
  public List<Measurement> merged() {
    return rounds.values().stream().map(Measurement::merge).toList();
  }

  /** One figure of all rounds together. */
  Optional<Measurement> find(Measurement.Key key) {
    return Optional.ofNullable(rounds.get(key)).map(Measurement::merge);
  }
}
