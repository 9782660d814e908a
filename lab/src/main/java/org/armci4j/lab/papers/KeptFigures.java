package org.armci4j.lab.papers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import org.armci4j.benchmarks.report.Measurement;
import org.armci4j.benchmarks.report.Report;
import org.armci4j.benchmarks.report.Results;

/** The figures of experiments, each from the last run of its command. */
final class KeptFigures {
  private final Map<Experiment, Results> results;

  KeptFigures(Map<Experiment, Results> results) {
    this.results = new EnumMap<>(Experiment.class);
    this.results.putAll(results);
  }

  /** Returns the file that keeps an experiment's figures. */
  static Path file(Path folder, Experiment experiment) {
    return folder.resolve(experiment.label() + ".json");
  }

  /**
   * Reads all that a folder keeps.
   *
   * @param missing receives the reason for each file that cannot be read
   */
  static KeptFigures read(Path folder, Map<Experiment, String> missing) throws IOException {
    Map<Experiment, Results> found = new EnumMap<>(Experiment.class);
    for (Experiment experiment : Experiment.values()) {
      Path file = file(folder, experiment);
      if (Files.exists(file)) {
        try {
          found.put(experiment, Results.read(file));
        } catch (IllegalArgumentException unreadable) {
          missing.putIfAbsent(experiment, unreadable.getMessage());
        }
      }
    }
    return new KeptFigures(found);
  }

  /** Returns a figure; empty if it was not measured. */
  Optional<Measurement> find(PaperFigure figure) {
    return Optional.ofNullable(results.get(figure.by())).flatMap(figure::in);
  }

  /**
   * Returns the ratio of two figures, each round's own where one suite has both; empty if one was
   * not measured or the second is 0.
   */
  Optional<Double> ratio(PaperFigure first, PaperFigure second) {
    Optional<Measurement> one = find(first);
    Optional<Measurement> other = find(second);
    if (one.isEmpty() || other.isEmpty()) {
      return Optional.empty();
    }
    double ofAll = one.get().median() / other.get().median();
    return Optional.of(
            inOneSuite(first, second)
                .map(suite -> suite.ratio(one.get(), other.get()))
                .orElse(ofAll))
        .filter(Double::isFinite);
  }

  private Optional<Report> inOneSuite(PaperFigure first, PaperFigure second) {
    return first.by() == second.by() && first.isOfOneSize() && second.isOfOneSize()
        ? results.get(first.by()).suites().stream()
            .filter(suite -> first.in(suite).isPresent() && second.in(suite).isPresent())
            .findFirst()
        : Optional.empty();
  }

  /** Returns facts about the run of an experiment; empty if it was not run. */
  Optional<Map<String, String>> run(Experiment experiment) {
    return Optional.ofNullable(results.get(experiment)).map(Results::machine);
  }
}
