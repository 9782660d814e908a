package org.armci4j.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.armci4j.testkit.harness.Prerequisite;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs ranks under real launchers of other systems. */
class ForeignLauncherTest {
  private static final Map<String, String> PACKAGES =
      Map.of("mpirun.openmpi", "openmpi-bin", "mpirun.mpich", "mpich");

  @TempDir Path directory;

  private LaunchedJob run(String mpirun, String... probeArguments) throws IOException {
    return run(Map.of(), mpirun, probeArguments);
  }

  private LaunchedJob run(Map<String, String> settings, String mpirun, String... probeArguments)
      throws IOException {
    if (mpirun.equals("srun")) {
      // Slurm is a service of a cluster, not a tool that a test can ask to install.
      assumeTrue(slurmRuns(), "no Slurm runs here");
    } else {
      Prerequisite.requireProgram(mpirun, PACKAGES.get(mpirun));
    }
    List<String> command = new ArrayList<>(List.of(mpirun, "-n", "2"));
    command.addAll(rank(probeArguments));
    Map<String, String> variables = new HashMap<>(settings);
    variables.put("ARMCI_CONNECT_TIMEOUT", "60s"); // a busy machine starts ranks far apart
    variables.put("TMPDIR", directory.toString()); // for files that the launchers themselves leave
    variables.put("OMPI_ALLOW_RUN_AS_ROOT", "1");
    variables.put("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1");
    variables.put("OMPI_MCA_rmaps_base_oversubscribe", "1");
    return LaunchedJob.start(variables, command);
  }

  private static boolean slurmRuns() {
    try {
      Process sinfo = new ProcessBuilder("sinfo", "--noheader").start();
      sinfo.getOutputStream().close();
      return sinfo.waitFor(10, TimeUnit.SECONDS) && sinfo.exitValue() == 0;
    } catch (IOException | InterruptedException e) {
      return false;
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"mpirun.openmpi", "mpirun.mpich", "srun"})
  void ranksMeetAndRankZeroStaysToTheEnd(String mpirun) throws Exception {
    try (LaunchedJob job = run(mpirun, "meet")) {
      assertEquals(0, job.exitCode(), job::toString);
      List<String> lines = job.outputLines().stream().sorted().toList();
      assertEquals(List.of("rank 0 of 2 met [0, 1]", "rank 1 of 2 met [0, 1]"), lines);
    }
  }

  @Tag("long")
  @Test
  void ranksMeetOverTls() throws Exception {
    ranksMeetOverTls("mpirun.openmpi");
  }

  @Tag("long")
  @ParameterizedTest
  @ValueSource(strings = {"mpirun.mpich", "srun"})
  void ranksMeetOverTls(String mpirun) throws Exception {
    Map<String, String> tls = TlsStoreFiles.create(directory, "store").settings();
    try (LaunchedJob job = run(tls, mpirun, "meet")) {
      assertEquals(0, job.exitCode(), job::toString);
      assertEquals(2, job.outputLines().size(), job::toString);
    }
  }

  @Test
  void aFailureEndsTheJob() throws Exception {
    aFailureEndsTheJob("mpirun.openmpi");
  }

  @Tag("long")
  @ParameterizedTest
  @ValueSource(strings = {"mpirun.mpich", "srun"})
  void aFailureEndsTheJob(String mpirun) throws Exception {
    try (LaunchedJob job = run(mpirun, "fail", "1", "KILL")) {
      assertNotEquals(0, job.exitCode(), job::toString);
      String words = job.output() + job.errors(); // MPICH's go to standard output
      assertTrue(words.matches("(?s).*(signal 9|KILLED|Killed|was told: rank 1 ).*"), words);
    }
  }

  /**
   * Starts two processes with Open MPI's variables, without Open MPI, which would end the second.
   */
  @Test
  void rankZeroThatHoldsTheRendezvousIsNamedWhenItIsKilled() throws Exception {
    String job = "ours-" + ProcessHandle.current().pid();
    try (LaunchedJob zero = byVariables(Map.of(), job, 0, "fail", "0", "KILL");
        LaunchedJob one = byVariables(Map.of(), job, 1, "fail", "0", "KILL")) {
      assertEquals(137, zero.exitCode(), zero::toString);
      assertEquals(1, one.exitCode(), one::toString);
      assertTrue(one.output().contains("rank 1 was told: rank 0 the connection"), one::toString);
    }
  }

  /** Leaves a rank stopped: it says no good-bye, and its connection does not end. */
  @Test
  void rankZeroDoesNotWaitAtItsEndForARankThatStaysStopped() throws Exception {
    String job = "stopped-" + ProcessHandle.current().pid();
    Map<String, String> settings = Map.of("ARMCI_HEARTBEAT_TIMEOUT", "1s");
    try (LaunchedJob zero = byVariables(settings, job, 0, "stop-behind");
        LaunchedJob one = byVariables(settings, job, 1, "stop-behind")) {
      assertEquals(0, zero.exitCode(), zero::toString);
      assertEquals("closed", zero.output().strip());
      assertTrue(one.process().isAlive(), one::toString);
    }
  }

  /** Lets a rank compute alone, so that it is told of nothing. */
  @Test
  void aRankThatComputesToItsEndAfterAFailureDoesNotEndWell() throws Exception {
    String job = "alone-" + ProcessHandle.current().pid();
    try (LaunchedJob zero = byVariables(Map.of(), job, 0, "compute-alone");
        LaunchedJob one = byVariables(Map.of(), job, 1, "compute-alone")) {
      assertEquals(137, zero.exitCode(), zero::toString);
      one.input("go on\n");
      assertEquals(1, one.exitCode(), one::toString);
      assertTrue(one.errors().contains("close by rank 1"), one::toString);
    }
  }

  @Tag("long")
  @Test
  void aRankWithAnotherTlsStoreThanRankZeroIsRefused() throws Exception {
    String job = "tls-" + ProcessHandle.current().pid();
    Map<String, String> ours = TlsStoreFiles.create(directory, "ours").settings();
    Map<String, String> theirs =
        new HashMap<>(TlsStoreFiles.create(directory, "theirs").settings());
    theirs.put("ARMCI_CONNECT_TIMEOUT", "3s"); // it tries as long, as another may listen first
    try (LaunchedJob zero = byVariables(ours, job, 0, "meet")) {
      Path file = directory.resolve("armci-" + Files.getAttribute(directory, "unix:uid"));
      zero.await(() -> Files.exists(file.resolve("openmpi-" + job)));
      try (LaunchedJob one = byVariables(theirs, job, 1, "meet")) {
        assertEquals(1, one.exitCode(), () -> one + "rank 0: " + zero);
        assertTrue(
            one.errors().contains("the certificate is not that"), () -> one + "rank 0: " + zero);
        zero.await(() -> zero.errors().contains("TLS: "));
      }
    }
  }

  private LaunchedJob byVariables(
      Map<String, String> settings, String job, int rank, String... probeArguments)
      throws IOException {
    Map<String, String> variables = new HashMap<>();
    variables.put("ARMCI_CONNECT_TIMEOUT", "60s"); // beside other work a JVM starts slowly
    variables.putAll(settings);
    variables.put("OMPI_COMM_WORLD_RANK", Integer.toString(rank));
    variables.put("OMPI_COMM_WORLD_SIZE", "2");
    variables.put("OMPI_COMM_WORLD_LOCAL_SIZE", "2");
    variables.put("PMIX_NAMESPACE", job);
    return LaunchedJob.start(variables, rank(probeArguments));
  }

  /**
   * Returns the command for the launchers. Where a job is killed, the file by which its ranks meet
   * stays.
   */
  private List<String> rank(String... probeArguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    command.add("-Djava.io.tmpdir=" + directory);
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), Probe.class.getName()));
    command.addAll(List.of(probeArguments));
    return command;
  }
}
