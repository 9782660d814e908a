package org.armci4j.lab.papers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.armci4j.benchmarks.driver.RunFacts;
import org.armci4j.benchmarks.driver.SuiteCommandLine;
import org.armci4j.bootstrap.Membership;
import org.armci4j.bootstrap.text.Text;

/**
 * Runs {@code armci bench papers}: measures the rows of the papers by the commands that exist for
 * them, and writes the page of their figures.
 */
public final class PapersBenchmark {
  /** The page, in the checkout. */
  static final String COMMITTED_PAGE = "docs/results/papers.md";

  /** The folder of kept figures, in the checkout. */
  static final String FIGURES = "docs/results/papers";

  private static final String NAME = "papers";
  private static final String ROWS = "--rows";
  private static final String EXPERIMENTS = "--experiments";
  private static final String NOTHING = "--page-only";
  private static final int FAILED = 1;

  private PapersBenchmark() {}

  /**
   * Runs on rank 0 of the job; the other ranks end at once. Ends the JVM with 1 when an experiment
   * gives no figures.
   *
   * @param args see {@code --help}
   * @throws IOException when a file cannot be read or written
   * @throws InterruptedException when this thread is interrupted while an experiment runs
   */
  public static void main(String[] args) throws IOException, InterruptedException {
    if (Membership.current().rank() > 0) {
      return;
    }
    SuiteCommandLine line = commandLine();
    try {
      if (line.read(args).asksForHelp()) {
        System.out.print(line.usage());
      } else if (!run(line)) {
        System.exit(FAILED);
      }
    } catch (IllegalArgumentException mistake) {
      SuiteCommandLine.refuse(NAME, mistake);
    }
  }

  private static SuiteCommandLine commandLine() {
    return SuiteCommandLine.withoutOptions(NAME)
        .without("--aims", "--json", "--table")
        .option(ROWS, "LIST", "Measures only what these rows need, such as R8,C1,H6.")
        .option(EXPERIMENTS, "LIST", "Measures only these, such as paths,lists.")
        .option(
            NOTHING, null, "Measures nothing, and writes the page of the figures that are kept.")
        .footer(
            "",
            "Figures are kept in " + FIGURES + ". The page has the last ones of each experiment.");
  }

  /** Returns whether all experiments gave figures. */
  private static boolean run(SuiteCommandLine line) throws IOException, InterruptedException {
    Path home = RunFacts.home();
    Path folder = home.resolve(FIGURES);
    Path page = home.resolve(COMMITTED_PAGE);
    Collection<Experiment> chosen = chosen(line);
    SuiteCommandLine.requireWritable(page);
    Map<Experiment, String> missing = new ExperimentRuns(home, folder).run(chosen);
    String text = new PapersPage(KeptFigures.read(folder, missing)).write();
    Files.writeString(page, text);
    System.out.print(text);
    missing.forEach((one, why) -> System.out.println(one.label() + ": " + why));
    System.out.println(page.toAbsolutePath());
    return missing.isEmpty();
  }

  private static Set<Experiment> chosen(SuiteCommandLine line) {
    if (!line.has(NOTHING)) {
      return chosen(line.value(ROWS), line.value(EXPERIMENTS));
    }
    if (line.has(ROWS) || line.has(EXPERIMENTS)) {
      throw new IllegalArgumentException(
          Text.format("%s measures nothing, so leave %s and %s out", NOTHING, ROWS, EXPERIMENTS));
    }
    return EnumSet.noneOf(Experiment.class);
  }

  /**
   * Returns the experiments that a user asks for, all where neither list is said.
   *
   * @param rows ids of rows, with commas; null if not said
   * @param experiments names of experiments, with commas; null if not said
   * @throws IllegalArgumentException when a list has another name, or chooses nothing
   */
  static Set<Experiment> chosen(String rows, String experiments) {
    if (rows == null && experiments == null) {
      return EnumSet.allOf(Experiment.class);
    }
    Set<Experiment> chosen = EnumSet.noneOf(Experiment.class);
    for (String id : words(rows)) {
      chosen.addAll(neededBy(id));
    }
    for (String name : words(experiments)) {
      chosen.add(
          EnumSet.allOf(Experiment.class).stream()
              .filter(one -> one.label().equals(name))
              .findFirst()
              .orElseThrow(() -> unknown(EXPERIMENTS, name)));
    }
    if (chosen.isEmpty()) {
      throw new IllegalArgumentException(Text.format("%s: no experiment measures %s", ROWS, rows));
    }
    return chosen;
  }

  private static List<Experiment> neededBy(String id) {
    PaperRow row =
        PaperRows.rows().stream()
            .filter(one -> one.id().equals(id))
            .findFirst()
            .orElseThrow(() -> unknown(ROWS, id));
    List<Experiment> needed = new ArrayList<>();
    for (PaperRatio ratio : row.ratios()) {
      needed.add(ratio.first().by());
      if (ratio.second() != null) {
        needed.add(ratio.second().by());
      }
    }
    return needed;
  }

  private static List<String> words(String list) {
    return list == null ? List.of() : List.of(list.split(",", -1));
  }

  private static IllegalArgumentException unknown(String option, String name) {
    return new IllegalArgumentException(option + ": there is no '" + name + "'");
  }
}
