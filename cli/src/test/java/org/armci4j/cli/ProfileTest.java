package org.armci4j.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs jobs with {@code --profile}, whose traffic is known. */
class ProfileTest {
  /** Rank 1 ends in the middle, once something of it is written. */
  private static final String DYING =
      """
      import java.nio.file.*;
      import org.armci4j.*;

      public class Dying {
        public static void main(String[] args) throws Exception {
          try (Armci armci = Armci.open()) {
            GlobalMemory memory = armci.allocate(8);
            for (int i = 0; i < 100; i++) {
              armci.putLong(memory, 0, 0, i);
            }
            if (armci.rank() == 1) {
              Path folder = Path.of(System.getProperty("armci.profileFolder"));
              long seen = System.currentTimeMillis();
              for (int written = 0; written < 2; ) { // the second one begins after the first
                try (var files = Files.newDirectoryStream(folder, "1-*.profile")) {
                  for (Path file : files) {
                    long at = Files.getLastModifiedTime(file).toMillis();
                    if (at > seen) {
                      seen = at;
                      written++;
                    }
                  }
                }
              }
              Runtime.getRuntime().halt(3);
            }
            armci.barrier();
          }
        }
      }
      """;

  @TempDir private Path folder;

  private LaunchedJob start(String... words) throws IOException {
    List<String> all = new ArrayList<>(List.of("run", "-n", "3", "--profile"));
    all.addAll(List.of(words));
    Path temporary = Files.createDirectory(folder.resolve("tmp"));
    return LaunchedJob.armci(
        Map.of(
            "JAVA_TOOL_OPTIONS",
            "-Djava.io.tmpdir=" + temporary,
            "XDG_CACHE_HOME",
            folder.resolve("cache").toString()),
        List.of("env", "--chdir=" + folder),
        all);
  }

  private static String row(LaunchedJob job, int rank) {
    return job.errors()
        .lines()
        .filter(line -> line.matches("  +" + rank + " +[0-9.]+ s .*"))
        .findFirst()
        .orElseThrow(() -> new AssertionError(job.toString()))
        .replaceAll(" +", " ");
  }

  private void requireEmptyFolder() throws IOException {
    assertEquals(List.of(), profileFolders());
  }

  private List<Path> profileFolders() throws IOException {
    try (Stream<Path> left = Files.list(folder.resolve("tmp"))) {
      return left.filter(one -> one.toString().contains("armci-profile")).toList();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"--transport=shm", "--threads"})
  void operationsOfEachRankAreTold(String form) throws Exception {
    try (LaunchedJob job = start(form, "heat")) {
      assertEquals(0, job.exitCode(), job::toString);
      assertEquals(3, job.outputLines().size(), job::toString);
      // Of 500 steps each puts a row, signals, and gets a row, for each neighbour.
      assertTrue(row(job, 0).endsWith(" 1,500 941.4 KiB"), job::toString);
      assertTrue(row(job, 1).endsWith(" 3,000 1.8 MiB"), job::toString);
      assertTrue(row(job, 2).endsWith(" 1,500 941.4 KiB"), job::toString);
      assertTrue(job.errors().contains("Heat.main (Heat.java:"), job::toString);
      assertFalse(job.errors().contains("Not closed"), job::toString);
      assertFalse(job.errors().contains("No profile"), job::toString);
    }
    requireEmptyFolder();
  }

  @Test
  void aTraceHasEachOperation() throws Exception {
    Path trace = folder.resolve("out.json");
    try (LaunchedJob job = start("--trace", trace.toString(), "heat")) {
      assertEquals(0, job.exitCode(), job::toString);
      assertFalse(job.errors().contains("the trace"), job::toString);
    }
    Map<String, Integer> spans = spans(trace);
    for (String span : List.of("0 put 1", "1 put 0", "1 put 2", "2 put 1", "0 get 0", "2 get 2")) {
      assertEquals(500, spans.get(span), span);
    }
    assertEquals(1000, spans.get("1 get 1"));
    assertEquals(1, spans.get("1 allreduce none"));
    requireEmptyFolder();
  }

  @Test
  void aPageHasTheRanksAndTheirTraffic() throws Exception {
    try (LaunchedJob job = start("--profile=html", "heat")) {
      assertEquals(0, job.exitCode(), job::toString);
      assertTrue(job.errors().contains("armci: the profile is "), job::toString);
    }
    String page = Files.readString(folder.resolve("armci-profile.html"));
    assertTrue(page.contains("Heat on 3 ranks</h1>"), page);
    assertTrue(page.contains("What rank 2 did when"), page);
    // For each neighbour a row and a signal of each of 500 steps.
    assertTrue(page.contains(">472.7 KiB in 1,000<"), page);
    requireEmptyFolder();
  }

  @Test
  void aPageThatCannotBeWrittenHindersNoTrace() throws Exception {
    Files.createDirectory(folder.resolve("armci-profile.html"));
    Path trace = folder.resolve("out.json");
    try (LaunchedJob job = start("--profile=html", "--trace", trace.toString(), "heat")) {
      assertEquals(0, job.exitCode(), job::toString);
      assertTrue(job.errors().contains("cannot be told: "), job::toString);
    }
    assertEquals(500, spans(trace).get("0 put 1"));
    assertEquals(1, profileFolders().size(), "it has what could not be told");
  }

  /** Returns how many spans there are of each rank, name and target. */
  private static Map<String, Integer> spans(Path trace) throws IOException {
    Map<String, Integer> spans = new HashMap<>();
    for (Map<String, String> event : TraceEvents.read(trace, "traceEvents")) {
      if (event.get("ph").equals("X")) {
        assertTrue(Double.parseDouble(event.get("ts")) >= 0, event::toString);
        assertTrue(Double.parseDouble(event.get("dur")) >= 0, event::toString);
        assertFalse(event.containsKey("args.calls"), () -> "each is timed: " + event);
        int rank = TraceEvents.rank(event);
        String target = event.getOrDefault("args.rank", "none");
        spans.merge(rank + " " + event.get("name") + " " + target, 1, Integer::sum);
      }
    }
    return spans;
  }

  @Test
  void aJobThatDiesLeavesWhatItHadRecorded() throws Exception {
    Path source = Files.writeString(folder.resolve("Dying.java"), DYING);
    try (LaunchedJob job = start(source.toString())) {
      assertEquals(3, job.exitCode(), job::toString);
      for (int rank = 0; rank < 3; rank++) {
        assertTrue(row(job, rank).endsWith(" 100 800 B"), job::toString);
      }
      assertTrue(
          job.errors().contains("Not closed, so the end of its profile may be missing: rank 1"),
          job::toString);
    }
    requireEmptyFolder();
  }
}
