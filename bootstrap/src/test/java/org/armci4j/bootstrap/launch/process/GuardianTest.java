package org.armci4j.bootstrap.launch.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.armci4j.bootstrap.Membership;
import org.armci4j.bootstrap.RankEnvironment;
import org.armci4j.bootstrap.files.LibraryFolder;
import org.armci4j.bootstrap.launch.sweep.SweepScope;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@EnabledOnOs(OS.LINUX)
class GuardianTest {

  private static final long LIMIT_SECONDS = 60;

  @TempDir Path directory;

  /** Each test's own, as tests run at the same time. */
  private final String job = Membership.newJobId();

  @Test
  void aStoppedGuardianEndsWithItsJob() throws Exception {
    Path folder = Files.createDirectory(directory.resolve("meeting"));
    Path socket = Files.createFile(folder.resolve("socket"));
    Guardian guardian = start(SweepScope.job(job), socket);
    Process shell = guardian.shell();
    assertTrue(shell.isAlive());
    String pid = Long.toString(shell.pid());
    assertEquals(0, new ProcessBuilder("kill", "-STOP", pid).start().waitFor());

    guardian.dismiss();

    assertTrue(shell.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS));
    assertFalse(Files.exists(folder), "what the guardian would have deleted");
  }

  /** Two agents of one job on one machine: the end of one is not that of the other's ranks. */
  @Test
  void theGuardianOfAnAgentEndsItsRanksAlone() throws Exception {
    Process own = rank(job + "-a");
    Process other = rank(job + "-b");
    try {
      Guardian guardian = start(SweepScope.part(job + "-a"), null);
      guardian.shell().getOutputStream().close(); // as the kernel does when the agent is killed

      assertTrue(own.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS));
      assertTrue(guardian.shell().waitFor(LIMIT_SECONDS, TimeUnit.SECONDS));
      assertTrue(other.isAlive(), "a rank of another agent");
    } finally {
      own.destroyForcibly();
      other.destroyForcibly();
    }
  }

  @Test
  void theGuardianOfALauncherEndsTheRanksOfAllAgents() throws Exception {
    Process first = rank(job + "-a");
    Process second = rank(job + "-b");
    try {
      Guardian guardian = start(SweepScope.job(job), null);
      guardian.shell().getOutputStream().close();

      assertTrue(first.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS));
      assertTrue(second.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS));
    } finally {
      first.destroyForcibly();
      second.destroyForcibly();
    }
  }

  /** A rank was killed while it unpacked a library. */
  @Test
  void theGuardianDeletesTheFolderOfLibraries() throws Exception {
    Path libraries = LibraryFolder.unusedName(directory);
    Guardian guardian = Guardian.start(SweepScope.job(job), null, libraries, List.of());
    assertTrue(LibraryFolder.create(libraries));
    Files.writeString(libraries.resolve("jffi1.so"), "half");
    guardian.shell().getOutputStream().close();

    assertTrue(guardian.shell().waitFor(LIMIT_SECONDS, TimeUnit.SECONDS));
    assertFalse(Files.exists(libraries));
  }

  private Guardian start(SweepScope scope, Path socket) {
    return Guardian.start(scope, socket, LibraryFolder.unusedName(directory), List.of());
  }

  private Process rank(String part) throws IOException {
    ProcessBuilder builder = new ProcessBuilder("sleep", "600");
    builder.environment().put(RankEnvironment.JOB, job);
    builder.environment().put(RankEnvironment.PART, part);
    return builder.start();
  }
}
