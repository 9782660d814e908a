package org.armci4j.benchmarks.report;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Runs a suite as its command does, and reads the figures that it has written, for tests.
 *
 * @param all the figures
 */
public record SuiteFigures(List<Measurement> all) {
  /** The main method of a suite. */
  public interface SuiteMain {
    /** Runs the suite. */
    void run(String[] words) throws IOException;
  }

  /**
   * Runs a suite briefly.
   *
   * @param folder receives the file of figures
   * @param words further options
   */
  public static SuiteFigures of(SuiteMain suite, Path folder, String... words) throws IOException {
    Path json = folder.resolve("figures.json");
    List<String> line = new ArrayList<>(List.of("--quick", "--json", json.toString()));
    line.addAll(List.of(words));
    suite.run(line.toArray(String[]::new));
    return new SuiteFigures(Results.read(json).suites().getFirst().merged());
  }

  /** Returns the names of all operations, those of allocations too. */
  public Set<String> operations() {
    return all.stream().map(Measurement::operation).collect(Collectors.toCollection(TreeSet::new));
  }

  /** Returns the names of the operations whose times were taken. */
  public Set<String> timed() {
    Set<String> names = operations();
    names.removeIf(name -> name.endsWith(Measurement.ALLOCATION));
    return names;
  }

  /** Returns the names of the measured systems. */
  public Set<String> subjects() {
    return all.stream().map(Measurement::subject).collect(Collectors.toCollection(TreeSet::new));
  }
}
