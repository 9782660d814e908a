package org.armci4j.cli;

import static java.util.Map.entry;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.armci4j.bootstrap.launch.plan.ProgramCatalog;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Checks that each small example prints the right lines, on one rank and on several, and fits on a
 * screen.
 */
class ExamplesTest {
  private static final Path ROOT = Path.of("").toAbsolutePath().getParent();
  private static final Path EXAMPLES = ROOT.resolve("examples/src/main/java/org/armci4j/examples");
  private static final long LIMIT_SECONDS = 600;
  private static final List<String> STEPS =
      List.of("hello", "onesided", "ring", "heat", "tasks", "table", "spmv", "sum", "ghosts");

  /** Lines that some rank of three prints, by example. */
  private static final Map<String, String> OF_THREE =
      Map.ofEntries(
          entry("hello", "Hello from rank 2 of 3 over (local|shm)"),
          entry("onesided", "rank 2 drew ticket [012] and reads 1\\.414\\d*"),
          entry("ring", "The message came round; rank 2 was the last to write"),
          entry("heat", "rank 2: after 500 steps the plate holds 128382\\.529266"),
          entry("tasks", "17984 primes below 200000"),
          entry("table", "505 keys, counted 20180 times"),
          entry("spmv", "rank 2: after 60 products x sums to 1200\\.000000"),
          entry("sum", "3 ranks say that pi is 3\\.141592654"),
          entry("ghosts", "rank 2: 0\\.000030 degrees too cold"),
          entry("cg", "rank 2: zeta 8\\.59717750786\\d, NAS has .*; 9\\d\\d elements of others .*"),
          entry("survivors", "after 500 steps 3 ranks have a plate with .* 5350d07b750f4a4b"),
          entry("histogram", "rank 2: bin 0 has most of 262144 keys, 6\\d\\d\\d; .*"),
          entry("permutation", "262144 numbers once each, \\d+ of them at their own place; .*"),
          entry("paths", "10000 vertices, 100690 edges: the farthest is 1630 away; .*"),
          entry("bfs", "4096 vertices, 65536 edges: searches from 4 roots traverse 65536 each; .*"),
          entry("gather", "rank 2: all 65536 values are right; .*"),
          entry("transpose", "50345 entries in 10000 rows and 10000 columns transposed; .*"),
          entry("permute", "50345 entries in 10000 rows and 10000 columns permuted; .*"),
          entry("triangles", "10000 vertices with 50345 edges have 184 triangles; .*"),
          entry("toposort", "10000 rows with 60345 entries sorted in 30 levels; .*"),
          entry("argon", "rank 2: -8\\.61 at rest, the textbook has -8\\.61; .*e-\\d+ of .*"),
          entry("scf", "rank 2: H4 has -2\\.09855 hartrees, .*"));

  /** Lines that one rank alone prints, by example. */
  private static final Map<String, String> OF_ONE = ofOne();

  private static Map<String, String> ofOne() {
    Map<String, String> lines = new HashMap<>(OF_THREE);
    lines
        .keySet()
        .removeAll(Set.of("onesided", "ring", "tasks", "sum", "survivors", "argon", "scf"));
    lines.replaceAll((_, line) -> line.replace("rank 2", "rank 0"));
    lines.put("hello", "Hello from rank 0 of 1 over .*");
    lines.put("cg", "rank 0: zeta 8\\.59717750786\\d, NAS has .*; 0 elements of others .*");
    return lines;
  }

  /** Runs all examples in one job, each of which must print its line. */
  private static void print(Map<String, String> lines, String... options) throws Exception {
    List<String> words = new ArrayList<>(List.of(options));
    words.addAll(List.of("-cp", LaunchedJob.testClasses(), ExamplesMain.class.getName()));
    words.addAll(new TreeSet<>(lines.keySet()));
    prints(lines.values(), words);
  }

  private static void prints(Collection<String> lines, List<String> words) throws Exception {
    List<String> all = new ArrayList<>(List.of("run", "--jvm-arg=-XX:TieredStopAtLevel=1"));
    all.addAll(words);
    try (LaunchedJob job = LaunchedJob.armci(Map.of(), all)) {
      assertEquals(0, job.exitCode(LIMIT_SECONDS), job::toString);
      List<String> printed = job.outputLines();
      List<String> missing =
          lines.stream()
              .filter(line -> printed.stream().noneMatch(one -> one.matches(line)))
              .toList();
      assertEquals(List.of(), missing, job::toString);
    }
  }

  @Test
  void printWhatIsRightInThreads() throws Exception {
    print(OF_THREE, "--threads", "--ranks=3");
  }

  @Tag("long")
  @Test
  void printWhatIsRightInProcesses() throws Exception {
    print(OF_THREE, "--ranks=3");
  }

  @Tag("long")
  @Test
  void printTheSameOnOneRank() throws Exception {
    print(OF_ONE, "--ranks=1");
  }

  /** SolverTest compares the bits; here the checkpoint of the first run serves the second. */
  @Test
  void mgGoesOnFromItsCheckpoint(@TempDir Path folder) throws Exception {
    List<String> words = List.of("--threads", "--ranks=2", "mg", "--checkpoint", folder.toString());
    String norm = " L2 norm +=  +5\\.30770700573\\d\\dE-05";
    prints(List.of(norm), words);
    prints(List.of(" goes on after iteration 3", norm), words);
  }

  /** PartnerSolveTest compares the bits. */
  @Test
  void mgGoesOnWhenARankIsReplaced() throws Exception {
    prints(
        List.of(" epoch 1 goes on after iteration [12]", " Verification .* SUCCESSFUL"),
        List.of("-n2", "--on-failure=continue", "--spares=1", "mg", "--partner=1", "--die=1@2"));
  }

  @Test
  void mgSaysThatItNeedsNewProcesses() throws Exception {
    List<String> words = List.of("run", "-n2", "--on-failure=continue", "mg", "--partner=1");
    try (LaunchedJob job = LaunchedJob.armci(Map.of(), words)) {
      assertEquals(2, job.exitCode(LIMIT_SECONDS), job::toString);
      List<String> said = job.errors().lines().toList();
      assertEquals(1, said.size(), job::toString); // and none that tells of a job that goes on
      assertTrue(said.getFirst().startsWith("armci: mg: it cannot go on without"), job::toString);
      assertTrue(said.getFirst().endsWith("armci run --spares 1 mg --partner 1"), job::toString);
    }
  }

  @Test
  void standsOnThePageOfExamples() throws IOException {
    String page = Files.readString(ROOT.resolve("docs/examples.md"));
    Properties list = new Properties();
    try (Reader in =
        Files.newBufferedReader(
            ROOT.resolve("examples/src/main/resources/" + ProgramCatalog.EXAMPLES))) {
      list.load(in);
    }
    Set<String> examples = list.stringPropertyNames();
    assertTrue(examples.size() > STEPS.size(), examples::toString);
    for (String example : examples) {
      assertTrue(page.matches("(?s).*`./armci run -n \\d " + example + "[ `].*"), example);
    }
  }

  @Test
  void fitsOnAScreenAndStandsInTheTutorial() throws IOException {
    String tutorial = Files.readString(ROOT.resolve("docs/tutorial.md"));
    for (String step : STEPS) {
      try (Stream<Path> sources = Files.list(EXAMPLES.resolve(step))) {
        for (Path source : sources.toList()) {
          long lines = Files.readString(source).lines().count();
          assertTrue(lines < 60, source + " has " + lines + " lines");
        }
      }
      assertTrue(tutorial.contains("./armci run -n 4 " + step), "no step " + step);
    }
  }
}
