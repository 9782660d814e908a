package org.armci4j.bootstrap.launch.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@EnabledOnOs(OS.LINUX)
class GuardianTest {
  private static final String JOB = "0123456789abcdef0123456789abcdef";

  @TempDir Path directory;

  @Test
  void aStoppedGuardianEndsWithItsJob() throws Exception {
    Path folder = Files.createDirectory(directory.resolve("meeting"));
    Path socket = Files.createFile(folder.resolve("socket"));
    Guardian guardian = Guardian.start(JOB, socket, List.of());
    ProcessHandle shell = guardian.shell();
    assertTrue(shell.isAlive());
    String pid = Long.toString(shell.pid());
    assertEquals(0, new ProcessBuilder("kill", "-STOP", pid).start().waitFor());

    guardian.dismiss();

    shell.onExit().get(10, TimeUnit.SECONDS);
    assertFalse(Files.exists(folder), "what the guardian would have deleted");
  }
}
