package org.armci4j.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Runs jobs on two hosts that only Ethernet joins, so that they use the transport ucx. */
@Tag("long")
class UcxHostsTest {
  private static NamespaceHosts hosts;

  @BeforeAll
  static void makeHosts() throws Exception {
    hosts = NamespaceHosts.make(2);
  }

  @AfterAll
  static void removeHosts() throws Exception {
    if (hosts != null) {
      hosts.close();
    }
  }

  private static LaunchedJob run(int ranksEach, String... program) throws IOException {
    List<String> arguments = new ArrayList<>(List.of("run", "--hosts=" + hosts.list(ranksEach)));
    arguments.addAll(List.of(program));
    return LaunchedJob.armci(hosts.environment(), arguments);
  }

  private static String outputOf(int ranksEach, String... program) throws Exception {
    try (LaunchedJob job = run(ranksEach, program)) {
      assertEquals(0, job.exitCode(), job::toString);
      return job.output();
    }
  }

  @Test
  void everyContractHolds() throws Exception {
    String output = outputOf(1, "contracts", "--scale", "0.005");
    assertTrue(output.contains("held: "), output);
  }

  @Test
  void everyProgramOfTheKitPasses() throws Exception {
    String output = outputOf(1, "conformance", "--scale", "0.002");
    assertTrue(output.contains("passed"), output);
  }

  @Test
  void thirteenThreadsOfEachRankFindNothing() throws Exception {
    String output = outputOf(1, "conformance", "threads", "--scale", "0.1");
    assertTrue(output.contains("passed"), output);
  }

  /** Runs collectives in memory inside each host, and over UCX between hosts. */
  @Test
  void collectivesInTwoLevelsPass() throws Exception {
    String output =
        outputOf(2, "conformance", "sizes-coll", "roots", "collectives-nb", "--scale", "0.002");
    assertTrue(output.contains("passed"), output);
  }

  /** Runs collectives with as many leaders of each host as it has ranks. */
  @Test
  void collectivesOfSeveralLeadersPass() throws Exception {
    String output =
        outputOf(
            2,
            "--env=ARMCI_COLLECTIVES_LEADER_BYTES=1",
            "conformance",
            "sizes-coll",
            "roots",
            "collectives-nb",
            "--scale",
            "0.002");
    assertTrue(output.contains("passed"), output);
  }

  /** Names no transport: the job takes the one that joins the hosts. */
  @Test
  void mgIsVerified() throws Exception {
    String output = outputOf(2, "mg", "--class", "S");
    assertTrue(output.matches("(?s).* Transport +=  +ucx\\b.*"), output);
    assertTrue(output.contains("SUCCESSFUL"), output);
  }

  /** Kills a rank: the launcher tells all others who it was. */
  @Test
  void aKilledRankEndsTheJob() throws Exception {
    try (LaunchedJob job =
        LaunchedJob.run(hosts.environment(), hosts.list(1), "probe", "fail", "1", "KILL")) {
      assertTrue(job.exitCode() > 0, job::toString);
      assertTrue(job.lastWord().contains("rank 1 (pid "), job::errors);
    }
  }
}
