package org.armci4j.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What ranks print, and what they read. */
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
