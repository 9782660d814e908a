package org.armci4j.lab.papers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.armci4j.benchmarks.driver.RunFacts;
import org.armci4j.benchmarks.report.Results;
import org.armci4j.bootstrap.text.Text;

/**
 * Runs experiments as commands of the checkout and keeps their figures. Experiments of one emulated
 * machine share its start. Commands write their figures below {@code target}, the one place that an
 * emulated machine can write to; only figures that can be read go on to the kept ones.
 */
final class ExperimentRuns {
  private final Path home;
  private final Path written;
  private final Path kept;

  /** Experiments without new figures, with the reason. */
  private final Map<Experiment, String> missing = new EnumMap<>(Experiment.class);

  /**
   * Prepares runs.
   *
   * @param home the checkout
   * @param kept the folder of kept figures
   */
  ExperimentRuns(Path home, Path kept) {
    this.home = home;
    this.written = home.resolve("target").resolve("lab").resolve("papers");
    this.kept = kept;
  }

  /**
   * Runs experiments.
   *
   * @return the reason for each that gave no figures
   */
  Map<Experiment, String> run(Collection<Experiment> experiments)
      throws IOException, InterruptedException {
    Files.createDirectories(written);
    Files.createDirectories(kept);
    Map<PaperPlace, List<Experiment>> byPlace = new EnumMap<>(PaperPlace.class);
    experiments.forEach(
        one -> byPlace.computeIfAbsent(one.place(), _ -> new ArrayList<>()).add(one));
    for (Map.Entry<PaperPlace, List<Experiment>> entry : byPlace.entrySet()) {
      String lacks = entry.getKey().missing();
      if (lacks.isEmpty()) {
        run(entry.getKey(), entry.getValue());
      } else {
        entry.getValue().forEach(one -> missing.put(one, "this host lacks " + lacks));
      }
    }
    return missing;
  }

  private void run(PaperPlace place, List<Experiment> experiments)
      throws IOException, InterruptedException {
    for (Experiment one : experiments) {
      Files.deleteIfExists(fresh(one));
    }
    String text =
        experiments.stream()
            .map(one -> one.lineTo(fresh(one).toString()))
            .collect(Collectors.joining("; "));
    Map<String, String> facts = RunFacts.of(home);
    ProcessBuilder command =
        new ProcessBuilder(place.command(text)).directory(home.toFile()).inheritIO();
    // A rank's own variables would make the command a rank of this job.
    command.environment().keySet().removeIf(name -> name.startsWith("ARMCI_"));
    String end;
    try {
      end = Text.format("exit code %d", exitCode(command.start()));
    } catch (IOException e) {
      end = e.getMessage();
    }
    for (Experiment one : experiments) {
      keep(one, facts, end);
    }
  }

  /** Waits for a command's end; ends it and its children if this thread is interrupted. */
  private static int exitCode(Process process) throws InterruptedException {
    try {
      return process.waitFor();
    } finally {
      process.descendants().forEach(ProcessHandle::destroy);
      process.destroy();
    }
  }

  private void keep(Experiment experiment, Map<String, String> facts, String end)
      throws IOException {
    Path fresh = fresh(experiment);
    if (!Files.exists(fresh)) {
      missing.put(experiment, "its command gave no figures: " + end);
      return;
    }
    try {
      Results results = Results.read(fresh);
      new Results(facts, List.of(), List.of(), results.suites())
          .write(KeptFigures.file(kept, experiment));
    } catch (IllegalArgumentException unreadable) {
      missing.put(experiment, unreadable.getMessage() + ": " + end);
    }
    Files.delete(fresh);
  }

  private Path fresh(Experiment experiment) {
    return written.resolve(experiment.label() + ".new");
  }
}
