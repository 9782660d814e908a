package org.armci4j.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Ranks that real launchers of other systems start; skipped where those are not installed. */
class ForeignLauncherTest {
  private static LaunchedJob run(String mpirun, String... probeArguments) throws IOException {
    Path program = Path.of("/usr/bin", mpirun);
    assumeTrue(Files.isExecutable(program), mpirun + " is not installed");
    assumeTrue(!mpirun.equals("srun") || slurmRuns(), "no Slurm runs here");
    List<String> command = new ArrayList<>(List.of(program.toString(), "-n", "2"));
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), Probe.class.getName()));
    command.addAll(List.of(probeArguments));
    return LaunchedJob.start(
        Map.of(
            "OMPI_ALLOW_RUN_AS_ROOT", "1",
            "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1",
            "OMPI_MCA_rmaps_base_oversubscribe", "1"),
        command);
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

  @ParameterizedTest
  @ValueSource(strings = {"mpirun.openmpi", "mpirun.mpich", "srun"})
  void aFailureEndsTheJob(String mpirun) throws Exception {
    try (LaunchedJob job = run(mpirun, "fail", "1", "KILL")) {
      assertNotEquals(0, job.exitCode(), job::toString);
      String words = job.output() + job.errors(); // MPICH's go to standard output
      assertTrue(words.matches("(?s).*(signal 9|KILLED|Killed|was told: rank 1 ).*"), words);
    }
  }

  /** Two processes with Open MPI's variables, and nothing of Open MPI that would end the second. */
  @Test
  void rankZeroThatHoldsTheRendezvousIsNamedWhenItIsKilled() throws Exception {
    String job = "ours-" + ProcessHandle.current().pid();
    try (LaunchedJob zero = byVariables(job, 0);
        LaunchedJob one = byVariables(job, 1)) {
      assertEquals(137, zero.exitCode(), zero::toString);
      assertEquals(1, one.exitCode(), one::toString);
      assertTrue(one.output().contains("rank 1 was told: rank 0 the connection"), one::toString);
    }
  }

  private static LaunchedJob byVariables(String job, int rank) throws IOException {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    String classPath = System.getProperty("java.class.path");
    return LaunchedJob.start(
        Map.of(
            "OMPI_COMM_WORLD_RANK",
            Integer.toString(rank),
            "OMPI_COMM_WORLD_SIZE",
            "2",
            "OMPI_COMM_WORLD_LOCAL_SIZE",
            "2",
            "PMIX_NAMESPACE",
            job),
        List.of(
            java,
            "-XX:TieredStopAtLevel=1",
            "-cp",
            classPath,
            Probe.class.getName(),
            "fail",
            "0",
            "KILL"));
  }
}
