package org.armci4j.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks the output of ranks, and their input. */
class LaunchOutputTest {
  private static final int RANKS = 8;
  private static final int LINES = 100_000;

  @Tag("long")
  @ParameterizedTest
  @ValueSource(strings = {"--grace=1", "--threads"})
  void everyLineComesWholeAndInItsRanksOrder(String mode) throws Exception {
    try (LaunchedJob job = LaunchedJob.run(RANKS, mode, "probe", "lines", "" + LINES)) {
      assertEquals(0, job.exitCode(), job::errors);
      int[] next = new int[RANKS];
      for (String line : job.outputLines()) {
        int rank = line.charAt(0) - '0';
        assertEquals(Probe.line(rank, next[rank]++), line);
      }
      for (int rank = 0; rank < RANKS; rank++) {
        assertEquals(LINES, next[rank], "lines of rank " + rank);
      }
      assertEquals("", job.errors());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"--grace=1", "--threads"})
  void labelsTellTheRank(String mode) throws Exception {
    try (LaunchedJob job = LaunchedJob.run(3, mode, "--label", "probe", "lines", "2")) {
      assertEquals(0, job.exitCode(), job::errors);
      List<String> sorted = job.outputLines().stream().sorted().toList();
      assertEquals(
          List.of(
              "[0] 0 0  0",
              "[0] 0 1 a 1",
              "[1] 1 0  0",
              "[1] 1 1 b 1",
              "[2] 2 0  0",
              "[2] 2 1 c 1"),
          sorted);
    }
  }

  @Test
  void anOnlyRanksBytesComeAsTheyAre() throws Exception {
    try (LaunchedJob job = LaunchedJob.run(1, "probe", "print", "Your name? ")) {
      job.await(() -> job.output().equals("Your name? "));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"--grace=1", "--threads"})
  void aPromptComesWithoutTheEndOfItsLine(String mode) throws Exception {
    try (LaunchedJob job = LaunchedJob.run(2, mode, "--label", "probe", "prompt")) {
      job.await(() -> job.output().contains("[1]  for rank 1\n") && job.output().contains("N = "));
      job.input("5\n");
      assertEquals(0, job.exitCode(), job::errors);
      List<String> allowed =
          List.of("[1]  for rank 1\n[0] N = 5 it is\n", "[0] N = \n[1]  for rank 1\n[0] 5 it is\n");
      assertTrue(allowed.contains(job.output()), job::output);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"--grace=1", "--threads"})
  void aLastLineWithoutEndIsNotContinuedByAnotherRank(String mode) throws Exception {
    try (LaunchedJob job = LaunchedJob.run(2, mode, "--label", "--stdin=all", "probe", "unended")) {
      job.await(() -> job.output().equals("[0] no end"));
      job.input("line\n").endInput();
      assertEquals(0, job.exitCode(), job::errors);
      assertEquals("[0] no end\n[1] line\n", job.output());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"--grace=1", "--threads"})
  void allRanksHaveTheInput(String mode) throws Exception {
    String text = "some line\n".repeat(20_000);
    try (LaunchedJob job = LaunchedJob.run(3, mode, "--stdin", "all", "probe", "count")) {
      job.input(text).endInput();
      assertEquals(0, job.exitCode(), job::errors);
      assertEquals("read 200000\n".repeat(3), job.output());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"--grace=1", "--threads"})
  void noRankHasTheInput(String mode) throws Exception {
    noRankHasTheInput(2, mode);
  }

  @Test
  void noOnlyRankHasTheInput() throws Exception {
    noRankHasTheInput(1, "--grace=1");
  }

  /**
   * Checks that input which the job has not read is left for the next command, as in a loop of the
   * shell.
   */
  private static void noRankHasTheInput(int ranks, String mode) throws Exception {
    List<String> before = List.of("sh", "-c", "\"$@\" && exec cat", "sh");
    List<String> words =
        List.of("run", "-n", "" + ranks, mode, "--stdin=none", "-cp", LaunchedJob.testClasses());
    List<String> all = new ArrayList<>(words);
    all.addAll(List.of(Probe.class.getName(), "copy"));
    try (LaunchedJob job = LaunchedJob.armci(Map.of(), before, all)) {
      job.input("for the next\n").endInput();
      assertEquals(0, job.exitCode(), job::errors);
      assertEquals("for the next\n", job.output());
    }
  }

  /** Closes the input: its number is then that of a file which the launcher has opened. */
  @ParameterizedTest
  @ValueSource(strings = {"--grace=1", "--threads"})
  void aClosedInputIsAnEmptyOne(String mode) throws Exception {
    List<String> before = List.of("sh", "-c", "exec \"$@\" <&-", "sh");
    List<String> words = List.of("run", "-n", "2", mode, "-cp", LaunchedJob.testClasses());
    List<String> all = new ArrayList<>(words);
    all.addAll(List.of(Probe.class.getName(), "copy"));
    try (LaunchedJob job = LaunchedJob.armci(Map.of(), before, all)) {
      assertEquals(0, job.exitCode(), job::errors);
      assertEquals("", job.output());
    }
  }

  @Test
  void aProgressLineComesAtItsCarriageReturn() throws Exception {
    try (LaunchedJob job = LaunchedJob.run(2, "probe", "print", "50 %\r")) {
      job.await(() -> job.output().equals("50 %\r50 %\r"));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"--grace=1", "--threads"})
  void rankZeroHasTheInputAndTheOthersItsEnd(String mode) throws Exception {
    String text = "first line\nlast line, ünended";
    try (LaunchedJob job = LaunchedJob.run(3, mode, "probe", "copy")) {
      job.input(text).endInput();
      assertEquals(0, job.exitCode(), job::errors);
      assertEquals(text, job.output());
    }
  }

  @Test
  void wordsReachTheProgramUnchanged() throws Exception {
    String[] odd = {
      "", " ", "a b", "tab\t", "line\nbreak", "\"'`$HOME\\", "grüße 𝛑", "-n", "--", "@x", "*"
    };
    String[] options = {"--env", "PROBE=a=b \"'\n𝛑", "--jvm-arg", "-Dx=y z", "probe", "echo"};
    String[] all = Stream.of(options, odd).flatMap(Stream::of).toArray(String[]::new);
    try (LaunchedJob job = LaunchedJob.run(1, all)) {
      assertEquals(0, job.exitCode(), job::errors);
      List<String> seen = job.outputLines();
      assertEquals(odd.length + 2, seen.size());
      for (int i = 0; i < odd.length; i++) {
        assertEquals(Probe.encode(odd[i]), seen.get(i + 1), odd[i]);
      }
      assertEquals(Probe.encode("a=b \"'\n𝛑"), seen.getLast());
    }
  }

  @Test
  void threadsHaveStaticsOfTheirOwn() throws Exception {
    try (LaunchedJob job = LaunchedJob.run(4, "--threads", "probe", "statics")) {
      assertEquals(0, job.exitCode(), job::errors);
      assertEquals(
          List.of("calls 1 of 4", "calls 1 of 4", "calls 1 of 4", "calls 1 of 4"),
          job.outputLines());
    }
  }

  @Test
  void aReaderThatGoesEndsTheJob() throws Exception {
    try (LaunchedJob job = LaunchedJob.run(2, "probe", "lines", "100000000")) {
      job.await(() -> !job.output().isEmpty());
      job.process().getInputStream().close();
      assertTrue(job.process().waitFor() == 141, job::errors);
    }
  }
}
