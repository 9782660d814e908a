package org.armci4j.lab.papers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.armci4j.benchmarks.driver.ResultLines;
import org.armci4j.benchmarks.driver.RunFacts;
import org.armci4j.benchmarks.driver.SuiteCommandLine;
import org.armci4j.benchmarks.driver.SuiteOptions;
import org.armci4j.benchmarks.network.NetworkPlan;
import org.armci4j.benchmarks.network.NetworkPlan.Point;
import org.armci4j.benchmarks.report.Measurement;
import org.armci4j.benchmarks.report.Report;
import org.armci4j.benchmarks.report.Results;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.lab.model.TreeModelRank;
import org.armci4j.lab.simulator.SimulateCommand;
import org.armci4j.lab.thesis.ThesisAlgorithms;
import org.armci4j.lab.verbs.VerbsPoints;
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
    long open = ratios().filter(one -> one.aim() != null).count() - 1;
    assertTrue(
        page(updates(1, 2)).contains("\nAims: 1 met, 0 missed, " + open + " not measured.\n"));
    assertTrue(
        page(updates(2, 2))
            .contains(
                Text.format(
                    "\nAims: 0 met, 1 missed, %d not measured. Rows with an aim that is missed:"
                        + " R5.\n",
                    open)));
  }

  @Test
  void rowWithoutFiguresSaysSo() {
    assertEquals(
        "| R5 | fetch add, 8 B: device / helper thread | not measured |  | 0.77 | at most 0.80 |",
        row("R5", page(Map.of())));
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
    assertThrows(IllegalArgumentException.class, () -> PapersBenchmark.chosen("C3", null));
    assertThrows(IllegalArgumentException.class, () -> PapersBenchmark.chosen(null, "R5"));
  }

  /** What {@code --page-only} writes in a fresh checkout is the page that is there. */
  @Test
  void committedPageIsOfTheCommittedFigures() throws IOException {
    Path home = Path.of("").toAbsolutePath().getParent();
    Map<Experiment, String> missing = new EnumMap<>(Experiment.class);
    KeptFigures kept = KeptFigures.read(home.resolve(PapersBenchmark.FIGURES), missing);
    assertEquals(Map.of(), missing, "files that cannot be read");
    assertEquals(
        new PapersPage(kept).write(),
        Files.readString(home.resolve(PapersBenchmark.COMMITTED_PAGE)),
        "to write it: ./armci bench papers --page-only");
  }

  /** A file of another name would be kept and not read. */
  @Test
  void committedFiguresAreOfExperiments() throws IOException {
    Path home = Path.of("").toAbsolutePath().getParent();
    Set<Path> known =
        EnumSet.allOf(Experiment.class).stream()
            .map(one -> KeptFigures.file(home.resolve(PapersBenchmark.FIGURES), one))
            .collect(Collectors.toSet());
    try (Stream<Path> files = Files.list(home.resolve(PapersBenchmark.FIGURES))) {
      assertEquals(List.of(), files.filter(file -> !known.contains(file)).toList());
    }
  }

  /** A rank prints names as words, so a name that is none never matches a printed one. */
  @Test
  void namesOfFiguresAreWords() {
    figures().forEach(one -> assertEquals(ResultLines.word(one.operation()), one.operation()));
    assertTrue(
        figures().anyMatch(one -> one.operation().equals("displaced-ring-sequential-(4-2)-equal")));
  }

  /** Each command measures the figures that rows want of it. */
  @Test
  void experimentsMeasureTheirFigures() {
    figures().forEach(one -> assertTrue(isMeasured(one), one::toString));
  }

  private static boolean isMeasured(PaperFigure one) {
    Experiment by = one.by();
    Point point = new Point(one.operation(), one.sizeBytes());
    return switch (by) {
      case PATHS -> by.line().contains("--bytes " + one.sizeBytes()) && has(by, "ranks", one);
      case SHORT_TWINS, LONG_TWINS, NEW_BUFFERS -> {
        String name = one.operation().replaceFirst("-messages$", "");
        int end = name.indexOf('-');
        yield options(by).operations().contains(name.substring(0, end))
            && words(by, "algorithm").contains(name.substring(end + 1))
            && (one.sizeBytes() == 0 || options(by).sizesBytes().contains(one.sizeBytes()))
            && ThesisAlgorithms.ALL.stream()
                .anyMatch(all -> name.equals(all.operation().label() + "-" + all.name()))
            && has(by, "ranks", one);
      }
      case MODEL ->
          has(by, "ranks", one)
              && TreeModelRank.predictedSizes().contains(one.sizeBytes())
              && (one.operation().equals("allreduce")
                  || TreeModelRank.trees(one.ranks()).stream()
                      .anyMatch(tree -> one.operation().equals("allreduce-" + tree.best().name())));
      case NONBLOCKING ->
          NetworkPlan.chosen(NetworkPlan.NONBLOCKING, options(by)).contains(point)
              && has(by, "ranks", one);
      case APPLICATIONS -> words(by, "operations").contains(one.operation());
      case DEVICE_TOOLS -> NetworkPlan.chosen(VerbsPoints.DEVICE, options(by)).contains(point);
      case POLICIES -> one.sizeBytes() == PaperFigure.EVERY_SIZE && one.ranks() == 4;
      default ->
          words(by, "rows").contains(one.operation().substring(0, one.operation().indexOf('-')));
    };
  }

  private static boolean has(Experiment by, String option, PaperFigure one) {
    return words(by, option).contains(Integer.toString(one.ranks()));
  }

  /** Returns the words of an option of an experiment's command. */
  private static List<String> words(Experiment by, String option) {
    Matcher found = Pattern.compile("--" + option + " ([^ ;']+)").matcher(by.line());
    assertTrue(found.find(), by + " has no --" + option);
    return List.of(found.group(1).split(",", -1));
  }

  /** Returns the operations and sizes of an experiment's command. */
  private static SuiteOptions options(Experiment by) {
    List<String> line = new ArrayList<>();
    for (String option : List.of("operations", "sizes")) {
      if (by.line().contains("--" + option)) {
        line.addAll(List.of("--" + option, String.join(",", words(by, option))));
      }
    }
    return new SuiteCommandLine("any", List.of())
        .read(line.toArray(String[]::new))
        .options(List.of(2));
  }

  @Test
  void figuresThatAnExperimentDidNotGiveAreNamed() {
    Report report = new Report("protocols");
    report.add(List.of(new Measurement("device", "R5-fetch-add", 8, 2, "ns", 1, 1, 1)));
    Results some = new Results(FACTS, List.of(), List.of(), List.of(report));
    assertTrue(
        row("R5", Map.of(Experiment.UPDATES, some))
            .contains("| not measured: no figure of helper-thread, R5-fetch-add |"));
    assertTrue(row("R5", updates(1, 0)).contains("| not measured: the second figure is 0 |"));
  }

  @Test
  void fileThatIsCutOffIsMissingWithItsReason(@TempDir Path folder) throws IOException {
    Files.writeString(KeptFigures.file(folder, Experiment.UPDATES), "{ \"figures\": [ {");
    Files.createFile(KeptFigures.file(folder, Experiment.GETS));
    Map<Experiment, String> missing = new EnumMap<>(Experiment.class);
    KeptFigures kept = KeptFigures.read(folder, missing);
    assertEquals(EnumSet.of(Experiment.UPDATES, Experiment.GETS), missing.keySet());
    assertTrue(kept.run(Experiment.UPDATES).isEmpty());
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
    List<PaperFigure> figures = figures().filter(one -> one.by() == Experiment.PATHS).toList();
    assertEquals(10, figures.size());
    for (PaperFigure one : figures) {
      PaperFigure small =
          new PaperFigure(one.by(), one.subject(), one.operation(), one.sizeBytes(), 8);
      assertTrue(small.in(results).orElseThrow().median() > 1, one::toString);
      assertFalse(one.in(results).isPresent(), "of 48 or 64 ranks");
    }
  }

  private static Stream<PaperRatio> ratios() {
    return PaperRows.rows().stream().flatMap(row -> row.ratios().stream());
  }

  private static Stream<PaperFigure> figures() {
    return ratios()
        .flatMap(ratio -> Stream.of(ratio.first(), ratio.second()))
        .filter(Objects::nonNull);
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
    return new PapersPage(new KeptFigures(results)).write();
  }

  private static String row(String id, Map<Experiment, Results> results) {
    return row(id, page(results));
  }

  private static String row(String id, String page) {
    return page.lines().filter(one -> one.startsWith("| " + id + " ")).findFirst().orElseThrow();
  }
}
