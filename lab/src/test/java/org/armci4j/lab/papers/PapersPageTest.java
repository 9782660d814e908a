package org.armci4j.lab.papers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.armci4j.benchmarks.report.Measurement;
import org.armci4j.benchmarks.report.Report;
import org.armci4j.benchmarks.report.Results;
import org.armci4j.lab.simulator.SimulateCommand;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The table of rows, and the page that is made of it. */
class PapersPageTest {
  private static final Map<String, String> FACTS =
      Map.of(RunFacts.DATE, "2026-11-30", RunFacts.COMMIT, "0123abcd", RunFacts.MACHINE, "any");

  /** Numbers of rows in the index of the papers. */
  private static final Map<String, Integer> INDEX = Map.of("R", 13, "C", 6, "G", 5, "N", 7, "H", 6);

  @Test
  void everyRowIsThereOrNamedAsOneWithoutFigure() {
    Set<String> expected =
        INDEX.entrySet().stream()
            .flatMap(
                paper ->
                    IntStream.rangeClosed(1, paper.getValue()).mapToObj(i -> paper.getKey() + i))
            .collect(Collectors.toCollection(TreeSet::new));
    List<String> found =
        Stream.concat(
                PaperRows.rows().stream().map(PaperRow::id), PaperRows.WITHOUT_FIGURE.stream())
            .toList();
    assertEquals(expected, new TreeSet<>(found));
    assertEquals(expected.size(), found.size(), "no row stands twice");
  }

  @Test
  void measuredRowHasFiguresRatioAndAim() {
    assertEquals(
        "| R5 | fetch add, 8 B: device / helper thread | 43.2 µs / 454 µs | 0.10 | 0.77 | at most"
            + " 0.80: met |",
        row("R5", updates(43_200, 454_000)));
    assertEquals(
        "| R5 | fetch add, 8 B: device / helper thread | 1.90 ms / 2.00 ms | 0.95 | 0.77 | at most"
            + " 0.80: **missed** |",
        row("R5", updates(1.9e6, 2e6)));
  }

  @Test
  void whatIsMissedIsNamedFirst() {
    assertTrue(page(updates(1, 2)).contains("\nAims that are met: 1.\n"));
    assertTrue(
        page(updates(2, 2))
            .contains("\nAims that are met: 0. Rows with an aim that is missed: R5.\n"));
  }

  @Test
  void rowWithoutFiguresSaysSo() {
    assertEquals(
        "| R5 | fetch add, 8 B: device / helper thread | not measured |  | 0.77 | at most 0.80 |",
        row("R5", page(Map.of(), Map.of())));
    String page = page(Map.of(), Map.of(Experiment.UPDATES, "this host lacks QEMU"));
    assertTrue(page.contains(" | not measured: this host lacks QEMU |  |  |\n"), page);
    assertTrue(
        page(updates(1, 2))
            .contains(
                "| updates | two emulated RDMA devices, a wire of 20 Mbit/s | 2026-11-30 |"
                    + " 0123abcd | any |\n"));
  }

  @Test
  void figuresHaveThreeDigitsAndTheirUnit() {
    assertEquals("999 ns", PapersPage.shown(figure("ns", 999)));
    assertEquals("1.00 µs", PapersPage.shown(figure("ns", 1000)));
    assertEquals("12.3 ms", PapersPage.shown(figure("ns", 12.345e6)));
    assertEquals("4,321 s", PapersPage.shown(figure("ns", 4321e9)));
    assertEquals("0.97", PapersPage.shown(figure("1", 0.968)));
    assertEquals("0.0012", PapersPage.shown(figure("1", 0.00123)));
    assertEquals("0", PapersPage.shown(figure("1", 0)));
    assertEquals("3.65 MB/s", PapersPage.shown(figure("MB/s", 3.65)));
  }

  @Test
  void rowsNameTheirExperiments() {
    assertEquals(
        EnumSet.of(Experiment.UPDATES, Experiment.PATHS), PapersBenchmark.chosen("R5,H6", null));
    assertEquals(
        EnumSet.of(Experiment.UPDATES, Experiment.LISTS), PapersBenchmark.chosen("R5", "lists"));
    assertEquals(EnumSet.allOf(Experiment.class), PapersBenchmark.chosen(null, null));
    assertThrows(IllegalArgumentException.class, () -> PapersBenchmark.chosen("R14", null));
    assertThrows(IllegalArgumentException.class, () -> PapersBenchmark.chosen(null, "R5"));
  }

  @Test
  void linesCanBeRepeated() {
    assertEquals(
        "./armci lab --rails 1 --timeout 7200 -- sh -c 'tc qdisc add dev rail0 root tbf rate 20mbit"
            + " burst 10k limit 32m && tc qdisc add dev rail0b root tbf rate 20mbit burst 10k"
            + " limit 32m && export ARMCI_VERBS_DEVICE=rxe0/rxe0b ARMCI_VERBS_ACK_TIMEOUT=8s && {"
            + " ARMCI_WAIT_SPINS=20 ARMCI_PARK_AFTER=200us ./armci bench protocols --rows R5; }'",
        Experiment.UPDATES.line());
  }

  /** The experiment of row H6, with few ranks: it gives each figure that the row compares. */
  @Test
  void simulatedPathsGiveTheFiguresOfTheirRow(@TempDir Path folder) throws IOException {
    Path json = folder.resolve("paths.json");
    CommandLine line = new CommandLine(SimulateCommand.spec());
    line.setOut(new PrintWriter(new StringWriter()));
    String[] words = {"paths", "--ranks", "8", "--bytes", "65536", "--rounds", "4"};
    List<String> all = Stream.concat(Stream.of(words), Stream.of("--json", json + "")).toList();
    assertEquals(0, line.execute(all.toArray(String[]::new)));
    Results results = Results.read(json);
    List<PaperFigure> figures =
        PaperRows.rows().stream()
            .flatMap(row -> row.ratios().stream())
            .flatMap(ratio -> Stream.of(ratio.first(), ratio.second()))
            .filter(one -> one != null && one.by() == Experiment.PATHS)
            .toList();
    assertEquals(10, figures.size());
    for (PaperFigure one : figures) {
      PaperFigure small =
          new PaperFigure(one.by(), one.subject(), one.operation(), one.sizeBytes(), 8);
      assertTrue(small.in(results).orElseThrow().median() > 1, one::toString);
      assertFalse(one.in(results).isPresent(), "of 48 or 64 ranks");
    }
  }

  private static Map<Experiment, Results> updates(double device, double helper) {
    Report report = new Report("protocols");
    report.add(
        List.of(
            new Measurement("device", "R5-fetch-add", 8, 2, "ns", device, device, device),
            new Measurement("helper-thread", "R5-fetch-add", 8, 2, "ns", helper, helper, helper)));
    return Map.of(Experiment.UPDATES, new Results(FACTS, List.of(), List.of(), List.of(report)));
  }

  private static Measurement figure(String unit, double value) {
    return new Measurement("any", "any", 0, 2, unit, value, value, value);
  }

  private static String page(Map<Experiment, Results> results) {
    return page(results, Map.of());
  }

  private static String page(Map<Experiment, Results> results, Map<Experiment, String> missing) {
    return new PapersPage(new KeptFigures(results), missing).write();
  }

  private static String row(String id, Map<Experiment, Results> results) {
    return row(id, page(results));
  }

  private static String row(String id, String page) {
    return page.lines().filter(one -> one.startsWith("| " + id + " ")).findFirst().orElseThrow();
  }
}
