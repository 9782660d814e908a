package org.armci4j.benchmarks.page;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.armci4j.benchmarks.driver.InstalledPeers;
import org.armci4j.benchmarks.driver.RunFacts;
import org.armci4j.benchmarks.driver.Suite;
import org.armci4j.benchmarks.driver.SuiteCommandLine;
import org.armci4j.benchmarks.report.Changes;
import org.armci4j.benchmarks.report.Confirmation;
import org.armci4j.benchmarks.report.Report;
import org.armci4j.benchmarks.report.Results;
import org.armci4j.benchmarks.report.TextTable;
import org.armci4j.bootstrap.Membership;
import org.armci4j.bootstrap.text.Text;

/**
 * Runs {@code armci bench report}: the other suites with few points, one after the other. Writes
 * their figures to a file and to a page, and compares them with an older file.
 */
public final class ReportBenchmark {
  private static final String NAME = "report";
  private static final String QUICK = "--quick";
  private static final String SUITES = "--suites";
  private static final String JSON = "--json";
  private static final String HTML = "--html";
  private static final String SVG = "--svg";
  private static final String COMPARE = "--compare";
  private static final String FROM = "--from";
  private static final Path PROC = Path.of("/proc");
  private static final int WORSE = 1;

  /**
   * Times of a whole run, less than what is promised: the command starts, builds peers, and ends.
   */
  private static final Duration USUAL_TIME = Duration.ofMinutes(14);

  private static final Duration QUICK_TIME = Duration.ofSeconds(160);

  private final SuiteCommandLine line;
  private final Set<String> remarks = new LinkedHashSet<>();
  private boolean failed;

  ReportBenchmark(SuiteCommandLine line) {
    this.line = line;
  }

  /**
   * Runs on rank 0 of the job; the other ranks end at once. Ends the JVM with 1 when a suite fails
   * or a figure became slower beyond noise.
   *
   * @param args see {@code --help}
   * @throws IOException when a file cannot be read or written
   */
  public static void main(String[] args) throws IOException {
    Membership job = Membership.current();
    if (job.rank() > 0) {
      return;
    }
    SuiteCommandLine line = commandLine();
    try {
      if (line.read(args).asksForHelp()) {
        System.out.print(line.usage());
      } else if (!new ReportBenchmark(line).run(job)) {
        System.exit(WORSE);
      }
    } catch (IllegalArgumentException mistake) {
      SuiteCommandLine.refuse(NAME, mistake);
    }
  }

  static SuiteCommandLine commandLine() {
    List<String> names = ReportParts.ALL.stream().map(ReportParts.ReportPart::name).toList();
    return SuiteCommandLine.withoutOptions(NAME)
        .without("--aims", "--table")
        .option(QUICK, null, "One short round of few points.")
        .timed()
        .option(SUITES, "LIST", "Some of " + String.join(", ", names) + "; all if not said.")
        .option(JSON, "FILE", "Where the figures go; results.json if not said.")
        .option(HTML, "FILE", "Where the page goes; report.html if not said.")
        .option(SVG, "FOLDER", "Writes each plot of the page as a file of SVG too, for papers.")
        .option(
            COMPARE,
            "OLD",
            "Tells what changed since that file of figures, beyond noise, and fails if a figure"
                + " became slower. A suite with a slower figure is measured up to twice more, which"
                + " takes more time, and the figure must be slower each time.")
        .option(FROM, "FILE", "Measures nothing, but shows that file of figures.");
  }

  /** Returns whether all suites ran, and nothing became slower. */
  boolean run(Membership job) throws IOException {
    Path json = line.path(JSON) == null ? Path.of("results.json") : line.path(JSON);
    Path html = line.path(HTML) == null ? Path.of("report.html") : line.path(HTML);
    Results before = line.has(COMPARE) ? Results.read(line.path(COMPARE)) : null;
    Results results;
    if (line.has(FROM)) {
      results = Results.read(line.path(FROM));
    } else {
      List<ReportParts.ReportPart> parts = chosen(line.value(SUITES));
      SuiteCommandLine.requireWritable(json);
      SuiteCommandLine.requireWritable(html);
      results = measure(parts, job, before);
      results.write(json);
    }
    Changes changes = before == null ? null : new Changes(before, results);
    Files.writeString(html, ReportPage.of(results, changes));
    if (line.has(SVG)) {
      PlotFile.writeAll(results.suites(), line.path(SVG));
    }
    print(results);
    if (changes != null) {
      System.out.print(changes);
    }
    System.out.println(
        (line.has(FROM) ? "" : json.toAbsolutePath() + " and ") + html.toAbsolutePath());
    return !failed && (changes == null || !changes.isRegression());
  }

  /** Returns the suites that the user asks for. */
  static List<ReportParts.ReportPart> chosen(String names) {
    if (names == null) {
      return ReportParts.ALL;
    }
    List<ReportParts.ReportPart> chosen = new ArrayList<>();
    for (String name : names.split(",", -1)) {
      chosen.add(
          ReportParts.find(name)
              .orElseThrow(
                  () ->
                      new IllegalArgumentException(
                          Text.format("%s: the report has no suite '%s'", SUITES, name))));
    }
    return chosen;
  }

  private Results measure(List<ReportParts.ReportPart> parts, Membership job, Results before) {
    BusyHost start = BusyHost.read(PROC);
    Map<String, String> machine = machine(job.size());
    List<Report> suites = new ArrayList<>();
    Map<String, Long> times = new HashMap<>();
    long untilNanos = System.nanoTime() + time().toNanos();
    for (int i = 0; i < parts.size(); i++) {
      ReportParts.ReportPart part = parts.get(i);
      long seconds = seconds(parts.subList(i, parts.size()), untilNanos - System.nanoTime());
      if (seconds <= 0) {
        remarks.add(Text.format("time was up before suite %s", part.name()));
        continue;
      }
      System.out.println("\n" + part.name());
      times.put(part.name(), seconds);
      Report suite = measure(part, job, seconds);
      if (!suite.merged().isEmpty()) { // a suite is empty where its peer is missing
        suites.add(suite);
      }
    }
    if (before != null) {
      Confirmation.measureAgain(before, suites, suite -> again(suite, times, job));
    }
    BusyHost end = BusyHost.read(PROC);
    return new Results(machine, start.warnings(end, suites), List.copyOf(remarks), suites);
  }

  /** Measures a suite again within its time in seconds. Points that it left out stay out. */
  private Report again(String suite, Map<String, Long> times, Membership job) {
    System.out.println("\n" + suite + " again, as a figure is slower");
    return measure(chosen(suite).getFirst(), job, times.get(suite));
  }

  private Duration time() {
    Duration said = line.within();
    return said != null ? said : line.has(QUICK) ? QUICK_TIME : USUAL_TIME;
  }

  /**
   * Returns how much of the time that is left is for the first of some suites: twice its part by
   * the weights, as they are no more than experience. What it leaves is for the others.
   */
  static long seconds(List<ReportParts.ReportPart> left, long nanosLeft) {
    int weights = left.stream().mapToInt(ReportParts.ReportPart::weight).sum();
    long part = nanosLeft / weights * left.getFirst().weight();
    return Math.min(nanosLeft, 2 * part) / 1_000_000_000;
  }

  /** Returns a suite's figures; none if it fails. */
  private Report measure(ReportParts.ReportPart part, Membership job, long seconds) {
    try {
      return measured(part, job, seconds);
    } catch (IllegalStateException | IOException | UncheckedIOException e) {
      failed = true;
      remarks.add(Text.format("suite %s failed: %s", part.name(), e.getMessage()));
      return new Report(part.name());
    }
  }

  private Report measured(ReportParts.ReportPart part, Membership job, long seconds)
      throws IOException {
    List<String> arguments = part.arguments(line.has(QUICK), job.size(), seconds);
    Suite.MeasuredSuite measured =
        part.suite().get().measure(job, part.name(), arguments.toArray(String[]::new));
    if (measured.report().merged().isEmpty()) {
      measured.remarks().forEach(System.out::println);
    } else {
      System.out.print(measured.table());
    }
    for (String remark : measured.remarks()) { // several suites may lack the same peer
      remarks.add(InstalledPeers.isMissing(remark) ? remark : part.name() + ": " + remark);
    }
    return measured.report().part(part.name(), part.kept());
  }

  private Map<String, String> machine(int ranks) {
    Map<String, String> machine = new LinkedHashMap<>();
    machine.put("date", Instant.now().truncatedTo(ChronoUnit.SECONDS).toString());
    machine.put(ReportPage.RUN, line.has(QUICK) ? ReportPage.QUICK : "full");
    machine.put(ReportPage.RANKS, Integer.toString(ranks));
    machine.put("cores", Integer.toString(Runtime.getRuntime().availableProcessors()));
    machine.put("processor", RunFacts.processor());
    machine.put("kernel", System.getProperty("os.name") + " " + System.getProperty("os.version"));
    machine.put("JDK", Runtime.version().toString());
    return machine;
  }

  private static void print(Results results) {
    TextTable table = new TextTable();
    table.add(SuiteSummary.TITLES);
    results.suites().forEach(suite -> table.add(new SuiteSummary(suite).cells()));
    System.out.print("\n" + table);
    results.remarks().forEach(System.out::println);
    results.warnings().forEach(warning -> System.out.println("WARNING: " + warning));
  }
}
