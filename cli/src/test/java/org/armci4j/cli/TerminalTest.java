package org.armci4j.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.armci4j.bootstrap.launch.plan.JobPlan;
import org.armci4j.bootstrap.launch.plan.StallReports;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Checks what {@code armci run} does for a person at a terminal, and leaves out without one. */
class TerminalTest {
  /** Option by which the armci script says that standard output is a terminal. */
  private static final String ON_TERMINAL = "-Darmci.terminal=true";

  private static LaunchedJob run(String java, Map<String, String> environment, String... words)
      throws Exception {
    List<String> options = new ArrayList<>(LaunchedJob.CACHES.options());
    if (!java.isEmpty()) {
      options.add(java);
    }
    List<String> arguments = new ArrayList<>(List.of("run", "-n", "2"));
    arguments.addAll(List.of("--jvm-arg=-XX:TieredStopAtLevel=1"));
    arguments.addAll(List.of("-cp", LaunchedJob.testClasses()));
    arguments.addAll(List.of(words));
    String classPath = LaunchedJob.CACHES.classPath();
    return LaunchedJob.start(environment, LaunchedJob.command(options, classPath, arguments));
  }

  @ParameterizedTest
  @CsvSource({
    "'', '', --label, false",
    "-Darmci.terminal=true, '', --label, true",
    "'', '', --threads, true",
    "-Darmci.terminal=true, false, --label, false",
    "'', false, --threads, false",
    "-Darmci.terminal=true, '', --jvm-arg=-Darmci.collectivesCheck=false, false",
    "'', true, --label, true",
  })
  void collectivesAreCheckedUnlessSomebodySaysOtherwise(
      String java, String variable, String option, boolean checked) throws Exception {
    Map<String, String> environment =
        variable.isEmpty() ? Map.of() : Map.of("ARMCI_COLLECTIVES_CHECK", variable);
    try (LaunchedJob job = run(java, environment, option, Probe.class.getName(), "checks")) {
      assertEquals(0, job.exitCode(), job::toString);
      List<String> lines =
          job.outputLines().stream().map(line -> line.replaceAll("\\[.\\] ", "")).toList();
      assertEquals(List.of("checks " + checked, "checks " + checked), lines, job::errors);
    }
  }

  @ParameterizedTest
  @CsvSource({"true", "false"})
  void benchmarksAreNotChecked(boolean threads) {
    LaunchWords words =
        LaunchWords.readPlain(Stream.of("--threads", "collectives").skip(threads ? 0 : 1).toList());
    System.setProperty("armci.terminal", "true");
    try {
      JobPlan plan = LaunchKind.BENCH.plan(words);
      assertFalse(
          plan.program().jvmArguments().toString().contains("collectivesCheck"), plan::toString);
      assertEquals(StallReports.NONE, plan.stall());
    } finally {
      System.clearProperty("armci.terminal");
    }
  }

  @Test
  void aStallIsToldOnceOnATerminal() {
    StallReports once = new StallReports(Duration.ofSeconds(30), false);
    assertEquals(StallReports.NONE, stall("-n", "2", "hello"));
    System.setProperty("armci.terminal", "true");
    try {
      assertEquals(once, stall("-n", "2", "hello"));
      assertEquals(
          new StallReports(Duration.ofSeconds(7), true), stall("-n", "2", "--stall=7", "hello"));
      assertEquals(StallReports.NONE, stall("-n", "2", "--debug=0:4711", "hello"));
    } finally {
      System.clearProperty("armci.terminal");
    }
  }

  private static StallReports stall(String... words) {
    return LaunchKind.RUN.plan(LaunchWords.readPlain(List.of(words))).stall();
  }

  /** Waits half a minute, as a person would. */
  @Tag("release")
  @Test
  void aWaitThatLastsIsReported() throws Exception {
    try (LaunchedJob job = run(ON_TERMINAL, Map.of(), Probe.class.getName(), "stall", "1")) {
      job.await(() -> job.errors().contains("end of the stall report"));
      assertTrue(job.errors().contains("told once, on a terminal"), job::errors);
      assertTrue(job.errors().contains("for exchange 'never'"), job::errors);
    }
  }
}
