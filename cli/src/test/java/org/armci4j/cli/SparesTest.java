package org.armci4j.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.armci4j.ArmciSettings;
import org.armci4j.testkit.harness.Prerequisite;
import org.armci4j.transport.ucx.UcxProvider;
import org.armci4j.transport.ucx.UcxSettings;
import org.junit.jupiter.api.Test;

/** Jobs whose ranks start again when they fail. */
class SparesTest {
  private static final int KILLED = 137;

  private static final Map<String, String> UCX =
      Map.of(
          ArmciSettings.TRANSPORT.environmentName(), "ucx",
          UcxSettings.SAME_HOST.environmentName(), "network",
          UcxSettings.TLS.environmentName(), "tcp",
          UcxSettings.DEVICES.environmentName(), "lo");

  private static LaunchedJob run(String options, String words) throws Exception {
    return run(Map.of(), options, words);
  }

  private static LaunchedJob run(Map<String, String> environment, String options, String words)
      throws Exception {
    List<String> all = new ArrayList<>(List.of("run", "--jvm-arg=-XX:TieredStopAtLevel=1"));
    all.addAll(List.of(options.split(" ")));
    all.addAll(List.of("-cp", LaunchedJob.testClasses(), AgainMain.class.getName()));
    all.addAll(List.of(words.split(" ")));
    return LaunchedJob.armci(environment, all);
  }

  private static String again(int rank, int epoch) {
    return "armci: rank %d \\(pid \\d+\\) was killed by SIGKILL; rank %d starts again, epoch %d \\(--spares\\)"
        .formatted(rank, rank, epoch);
  }

  /** Two ranks die at once, and one of the new processes before it has done a step. */
  @Test
  void ranksThatDieStartAgainWithTheirNumbers() throws Exception {
    try (LaunchedJob job = run("-n 3 --spares 3", "1@0:5 2@0:5 1@1:0")) {
      assertEquals(0, job.exitCode(), job::toString);
      List<String> ends =
          job.outputLines().stream().filter(line -> line.startsWith("rank")).toList();
      assertEquals(
          List.of(
              "rank 0 of 3 in epoch 2",
              "rank 1 of 3 in epoch 2, started again",
              "rank 2 of 3 in epoch 2, started again"),
          ends.stream().sorted().toList(),
          job::toString);
      List<String> said = job.errors().lines().toList();
      assertEquals(3, said.size(), job::toString);
      for (String line : List.of(again(1, 1), again(2, 1), again(1, 2))) {
        assertTrue(said.stream().anyMatch(word -> word.matches(line)), job::toString);
      }
    }
  }

  /** UCX 1.13 may end ranks that answer a dying one; they start again as well. */
  @Test
  void ranksStartAgainOverUcx() throws Exception {
    var found = new UcxProvider().availability(ArmciSettings.builder().resolve());
    Prerequisite.require(found.yes(), found::reason);
    try (LaunchedJob job = run(UCX, "-n 3 --spares 6", "1@0:5")) {
      assertEquals(0, job.exitCode(), job::toString);
      for (int rank = 0; rank < 3; rank++) {
        job.awaitLines(1, "rank " + rank + " of 3 in epoch ");
      }
    }
  }

  @Test
  void theLastSpareIsTheLast() throws Exception {
    try (LaunchedJob job = run("-n 3 --label --spares 1", "1@0:2 2@1:3")) {
      assertEquals(KILLED, job.exitCode(), job::toString);
      List<String> said = job.errors().lines().toList();
      assertEquals(2, said.size(), job::toString);
      assertTrue(said.getFirst().matches(again(1, 1)), job::toString);
      assertTrue(
          said.getLast()
              .matches(
                  "armci: rank 2 \\(pid \\d+\\) was killed by SIGKILL; no spare is left"
                      + " \\(--spares 1\\); the job was ended"),
          job::toString);
    }
  }

  @Test
  void aProgramThatOpensAgainIsToldOfSpares() throws Exception {
    try (LaunchedJob job = run("-n 2 --on-failure continue", "1@0:2")) {
      assertEquals(1, job.exitCode(), job::toString);
      String last = job.errors().lines().toList().getLast();
      assertTrue(
          last.matches(
              "armci: rank 0 \\(pid \\d+\\) aborted the job: it could not open its runtime: rank 1"
                  + " on \\S+ failed: was killed by SIGKILL; all ranks open together, and only"
                  + " --spares starts a failed one again; the job was ended"),
          job::toString);
    }
  }

  @Test
  void aProgramThatDoesNotOpenAgainEndsAtOnce() throws Exception {
    try (LaunchedJob job = run("-n 3 --spares 50", "once 1@0:2")) {
      assertEquals(KILLED, job.exitCode(), job::toString);
      List<String> said = job.errors().lines().toList();
      assertEquals(2, said.size(), job::toString);
      assertTrue(
          said.getLast()
              .matches(
                  "armci: rank 1 \\(pid \\d+\\) was killed by SIGKILL; rank [02] has ended: it does"
                      + " not catch RankFailedException \\(--spares\\); the job was ended"),
          job::toString);
      assertFalse(job.output().contains("survived"), job::toString);
    }
  }
}
