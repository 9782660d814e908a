package org.armci4j.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.stream.Stream;
import org.armci4j.bootstrap.launch.plan.ProgramCatalog;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Checks that each small example prints the right lines, on one rank and on several, and fits on a
 * screen.
 */
class ExamplesTest {
  private static final Path ROOT = Path.of("").toAbsolutePath().getParent();
  private static final Path EXAMPLES = ROOT.resolve("examples/src/main/java/org/armci4j/examples");
  private static final List<String> STEPS =
      List.of("hello", "onesided", "ring", "heat", "tasks", "table", "spmv", "sum", "ghosts");

  /** Returns a line that some rank of three prints. */
  static Stream<Arguments> examples() {
    return Stream.of(
        arguments("hello", "Hello from rank 2 of 3 over (local|shm)"),
        arguments("onesided", "rank 2 drew ticket [012] and reads 1\\.414\\d*"),
        arguments("ring", "The message came round; rank 2 was the last to write"),
        arguments("heat", "rank 2: after 500 steps the plate holds 128382\\.529266"),
        arguments("tasks", "17984 primes below 200000"),
        arguments("table", "505 keys, counted 20180 times"),
        arguments("spmv", "rank 2: after 60 products x sums to 1200\\.000000"),
        arguments("sum", "3 ranks say that pi is 3\\.141592654"),
        arguments("ghosts", "rank 2: 0\\.000030 degrees too cold"),
        arguments(
            "cg", "rank 2: zeta 8\\.59717750786\\d, NAS has .*; 9\\d\\d elements of others .*"),
        arguments("survivors", "after 500 steps 3 ranks have a plate with .* 5350d07b750f4a4b"),
        arguments("histogram", "rank 2: bin 0 has most of 262144 keys, 6\\d\\d\\d; .*"),
        arguments("permutation", "262144 numbers once each, \\d+ of them at their own place; .*"),
        arguments("paths", "10000 vertices, 100690 edges: the farthest is 1630 away; .*"),
        arguments(
            "bfs", "4096 vertices, 65536 edges: searches from 4 roots traverse 65536 each; .*"),
        arguments("gather", "rank 2: all 65536 values are right; .*"),
        arguments("transpose", "50345 entries in 10000 rows and 10000 columns transposed; .*"),
        arguments("permute", "50345 entries in 10000 rows and 10000 columns permuted; .*"),
        arguments("triangles", "10000 vertices with 50345 edges have 184 triangles; .*"),
        arguments("toposort", "10000 rows with 60345 entries sorted in 30 levels; .*"),
        arguments("argon", "rank 2: -8\\.61 at rest, the textbook has -8\\.61; .*e-\\d+ of .*"),
        arguments("scf", "rank 2: H4 has -2\\.09855 hartrees, .*"));
  }

  private static void prints(String line, String... words) throws Exception {
    List<String> all = new ArrayList<>(List.of("run", "--jvm-arg=-XX:TieredStopAtLevel=1"));
    all.addAll(List.of(words));
    try (LaunchedJob job = LaunchedJob.armci(Map.of(), all)) {
      assertEquals(0, job.exitCode(), job::toString);
      assertTrue(job.output().lines().anyMatch(one -> one.matches(line)), job::output);
    }
  }

  @ParameterizedTest
  @MethodSource("examples")
  void printsWhatIsRightInThreads(String example, String line) throws Exception {
    prints(line, "--threads", "--ranks=3", example);
  }

  @Tag("long")
  @ParameterizedTest
  @MethodSource("examples")
  void printsWhatIsRightInProcesses(String example, String line) throws Exception {
    prints(line, "--ranks=3", example);
  }

  @Tag("long")
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "hello | Hello from rank 0 of 1 over .*",
        "heat  | rank 0: after 500 steps the plate holds 128382\\.529266",
        "table | 505 keys, counted 20180 times",
        "spmv  | rank 0: after 60 products x sums to 1200\\.000000",
        "cg    | rank 0: zeta 8\\.59717750786\\d, NAS has .*; 0 elements of others .*",
        "histogram | rank 0: bin 0 has most of 262144 keys, 6\\d\\d\\d; .*",
        "permutation | 262144 numbers once each, \\d+ of them at their own place; .*",
        "paths | 10000 vertices, 100690 edges: the farthest is 1630 away; .*",
        "bfs   | 4096 vertices, 65536 edges: searches from 4 roots traverse 65536 each; .*",
        "gather | rank 0: all 65536 values are right; .*",
        "transpose | 50345 entries in 10000 rows and 10000 columns transposed; .*",
        "permute | 50345 entries in 10000 rows and 10000 columns permuted; .*",
        "triangles | 10000 vertices with 50345 edges have 184 triangles; .*",
        "toposort | 10000 rows with 60345 entries sorted in 30 levels; .*",
        "ghosts | rank 0: 0\\.000030 degrees too cold",
      })
  void printsTheSameOnOneRank(String example, String line) throws Exception {
    prints(line, "--ranks=1", example);
  }

  /** SolverTest compares the bits; here the checkpoint of the first run serves the second. */
  @Test
  void mgGoesOnFromItsCheckpoint(@TempDir Path folder) throws Exception {
    String[] words = {"--threads", "--ranks=2", "mg", "--checkpoint", folder.toString()};
    prints(" L2 norm +=  +5\\.30770700573\\d\\dE-05", words);
    prints(" goes on after iteration 3", words);
    prints(" L2 norm +=  +5\\.30770700573\\d\\dE-05", words);
  }

  /** PartnerSolveTest compares the bits. */
  @Test
  void mgGoesOnWhenARankIsReplaced() throws Exception {
    List<String> words = List.of("--spares=1", "mg", "--partner=1", "--die=1@2");
    List<String> all = new ArrayList<>(List.of("run", "--jvm-arg=-XX:TieredStopAtLevel=1", "-n2"));
    all.addAll(words);
    try (LaunchedJob job = LaunchedJob.armci(Map.of(), all)) {
      assertEquals(0, job.exitCode(), job::toString);
      List<String> lines = job.outputLines();
      for (String line :
          List.of(" epoch 1 goes on after iteration [12]", " Verification .* SUCCESSFUL")) {
        assertTrue(lines.stream().anyMatch(one -> one.matches(line)), job::toString);
      }
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
