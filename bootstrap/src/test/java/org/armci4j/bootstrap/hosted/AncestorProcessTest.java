package org.armci4j.bootstrap.hosted;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** What a job is called that MPICH starts: by its ancestor, alike for all of its ranks. */
class AncestorProcessTest {
  private static final long PID = 4711;
  private static final long START_TICKS = 123_456_789;
  private static final long BOOT_SECONDS = 1_700_000_000;

  @TempDir Path directory;

  /**
   * What a kernel tells; only the time of its boot depends on the clock, from which it is reckoned
   * whenever somebody asks.
   */
  private Path kernel(String name, long startTicks, long bootSeconds) throws IOException {
    Path proc = Files.createDirectories(directory.resolve(name));
    Files.createDirectories(proc.resolve("" + PID));
    Files.writeString(proc.resolve("stat"), "cpu 1 2 3\nbtime " + bootSeconds + "\n");
    String before = "S 1 1 1 0 -1 4194560 1 0 0 0 1 1 0 0 20 0 1 0 ";
    Files.writeString(
        proc.resolve(PID + "/stat"), PID + " (hydra pmi) proxy) " + before + startTicks + " 1 1\n");
    return proc;
  }

  @Test
  void ranksBeforeAndAfterTheClockIsSetAreOfOneJob() throws IOException {
    Path before = kernel("before", START_TICKS, BOOT_SECONDS);
    Path after = kernel("after", START_TICKS, BOOT_SECONDS + 3600);
    assertEquals("4711-123456789", AncestorProcess.identity(before, PID));
    assertEquals(AncestorProcess.identity(before, PID), AncestorProcess.identity(after, PID));
  }

  @Test
  void anotherProcessOfTheSameNumberIsAnotherJob() throws IOException {
    Path first = kernel("first", START_TICKS, BOOT_SECONDS);
    Path second = kernel("second", START_TICKS + 1, BOOT_SECONDS);
    assertNotEquals(AncestorProcess.identity(first, PID), AncestorProcess.identity(second, PID));
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void theKernelTellsOfThisProcess() {
    ProcessHandle self = ProcessHandle.current();
    String identity = AncestorProcess.identity(self);
    assertEquals(identity, AncestorProcess.identity(Path.of("/proc"), self.pid()));
    assertNotEquals(self.pid() + "-0", identity);
  }
}
