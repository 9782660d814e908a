package org.armci4j.benchmarks.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.armci4j.benchmarks.driver.Suite;
import org.armci4j.benchmarks.driver.SuiteCommandLine;
import org.armci4j.benchmarks.report.JsonReport;
import org.armci4j.benchmarks.report.Measurement;
import org.armci4j.benchmarks.report.Report;
import org.armci4j.benchmarks.report.Results;
import org.armci4j.bootstrap.Membership;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ReportBenchmarkTest {
  static Stream<ReportParts.ReportPart> parts() {
    return ReportParts.ALL.stream();
  }

  /** A suite refuses an operation or option that it does not have. */
  @ParameterizedTest
  @MethodSource("parts")
  void everySuiteTakesItsArguments(ReportParts.ReportPart part) throws IOException {
    for (boolean quick : List.of(true, false)) {
      List<String> arguments = part.arguments(quick, 2, 10);
      Suite suite = part.suite().get();
      SuiteCommandLine line = suite.line().read(arguments.toArray(String[]::new));
      suite.planner().plan(line, Membership.current()).close();
    }
  }

  @Test
  void choosesSuitesInTheUsersOrder() {
    assertEquals(
        List.of("rma", "launch"),
        ReportBenchmark.chosen("rma,launch").stream().map(ReportParts.ReportPart::name).toList());
    assertEquals(ReportParts.ALL, ReportBenchmark.chosen(null));
    IllegalArgumentException refused =
        assertThrows(IllegalArgumentException.class, () -> ReportBenchmark.chosen("rma,cold"));
    assertEquals("--suites: the report has no suite 'cold'", refused.getMessage());
  }

  /** What a suite leaves goes to those behind it, and the last may take all that is left. */
  @Test
  void theTimeIsDividedAmongTheSuitesThatAreLeft() {
    List<ReportParts.ReportPart> parts = ReportBenchmark.chosen("launch,rma,collectives");
    assertEquals(20, ReportBenchmark.seconds(parts, 70_000_000_000L));
    assertEquals(44, ReportBenchmark.seconds(parts.subList(1, 3), 66_000_000_000L));
    assertEquals(22, ReportBenchmark.seconds(parts.subList(2, 3), 22_500_000_000L));
    assertTrue(ReportBenchmark.seconds(parts, -1) <= 0);
  }

  @Test
  void theHelpNamesAllOptions() {
    String help = ReportBenchmark.commandLine().usage();
    for (String words :
        List.of(
            "--quick",
            "--within=SECONDS",
            "--suites=LIST",
            "--json=FILE",
            "--html=FILE",
            "--svg=FOLDER",
            "--compare=OLD")) {
      assertTrue(help.contains(words), help);
    }
    assertFalse(help.contains("--aims"), help);
  }

  @Test
  @Tag("release")
  void measuresASlowerSuiteTwiceMore(@TempDir Path folder) throws IOException {
    Path json = folder.resolve("new.json");
    Path old = folder.resolve("old.json");
    assertTrue(isNoSlower(json));
    int rounds = rounds(json);
    Results.read(json).suites().forEach(suite -> write(quicker(suite), old));
    assertFalse(isNoSlower(json, "--compare", old.toString()));
    assertEquals(3 * rounds, rounds(json));
  }

  private static boolean isNoSlower(Path json, String... more) throws IOException {
    List<String> words =
        new ArrayList<>(List.of("--quick", "--within", "10", "--suites", "irregular"));
    words.addAll(List.of("--json", json.toString(), "--html", json + ".html"));
    words.addAll(List.of(more));
    SuiteCommandLine line = ReportBenchmark.commandLine().read(words.toArray(String[]::new));
    return new ReportBenchmark(line).run(Membership.current());
  }

  /**
   * Returns figures in which this system takes a tenth of the time, and its peers all of theirs.
   */
  private static Report quicker(Report suite) {
    Report quicker = new Report(suite.suite());
    for (Measurement one : suite.merged()) {
      double part = one.subject().equals("armci4j") ? 0.1 : 1;
      quicker.add(
          List.of(
              new Measurement(
                  one.subject(),
                  one.operation(),
                  one.sizeBytes(),
                  one.ranks(),
                  one.unit(),
                  part * one.median(),
                  part * one.min(),
                  part * one.p90(),
                  part * one.max(),
                  null)));
    }
    return quicker;
  }

  private static void write(Report suite, Path file) {
    try {
      JsonReport.write(suite, file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns how many rounds the first figure of a file has. */
  private static int rounds(Path json) throws IOException {
    String text = Files.readString(json);
    int first = text.indexOf("\"rounds\"");
    return text.substring(first, text.indexOf(']', first)).split(",", -1).length;
  }

  @Test
  void showsAnOlderFileWithoutMeasuring(@TempDir Path folder) throws IOException {
    Path file = ReportPageTest.fixed(folder);
    Path html = folder.resolve("page.html");
    Path plots = folder.resolve("plots");
    ReportBenchmark.main(
        new String[] {
          "--from",
          file.toString(),
          "--html",
          html.toString(),
          "--svg",
          plots.toString(),
          "--compare",
          file.toString()
        });
    assertTrue(Files.exists(plots.resolve("rma-put-time.svg")));
    String page = Files.readString(html);
    assertTrue(page.contains("0 are slower and 0 faster"), page);
    assertTrue(page.contains("A figure has changed when the ratio of each round"), page);
  }
}
