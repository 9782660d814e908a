package org.armci4j.lab.papers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import org.armci4j.benchmarks.report.Measurement;
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

  /** Reads all that a folder keeps. */
  static KeptFigures read(Path folder) throws IOException {
    Map<Experiment, Results> found = new EnumMap<>(Experiment.class);
    for (Experiment experiment : Experiment.values()) {
      Path file = file(folder, experiment);
      if (Files.exists(file)) {
        found.put(experiment, Results.read(file));
      }
    }
    return new KeptFigures(found);
  }

  /** Returns a figure; empty if it was not measured. */
  Optional<Measurement> find(PaperFigure figure) {
    return Optional.ofNullable(results.get(figure.by())).flatMap(figure::in);
  }

  /** Returns facts about the run of an experiment; empty if it was not run. */
  Optional<Map<String, String>> run(Experiment experiment) {
    return Optional.ofNullable(results.get(experiment)).map(Results::machine);
  }
}
