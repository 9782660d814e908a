package org.armci4j.testkit.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Stream;
import org.armci4j.Armci;
import org.armci4j.GlobalMemory;
import org.armci4j.testkit.harness.RankProcesses;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * Checks that shared memory leaves no file behind, however a job ends, and shows none while it
 * runs.
 */
@EnabledOnOs(OS.LINUX)
class LeftoversTest {
  @TempDir Path directory;

  /** Allocates, shows the directory, then ends in the given form. */
  static final class Program {
    private Program() {}

    @SuppressWarnings("SystemExitOutsideMain") // how a rank ends is what is tested
    public static void main(String[] arguments) throws Exception {
      try (Armci armci = Armci.open()) {
        GlobalMemory memory = armci.allocate(1 << 20);
        memory.local().fill((byte) 1);
        armci.barrier();
        System.out.println("files: " + count(Path.of(System.getenv("ARMCI_SHM_DIRECTORY"))));
        armci.barrier();
        if (armci.rank() == armci.size() - 1) {
          end(arguments[0]);
        }
        armci.barrier();
      }
    }

    private static void end(String how) throws Exception {
      switch (how) {
        case "close" -> {}
        case "exit" -> System.exit(3);
        case "throw" -> throw new IllegalStateException("thrown by the test");
        case "kill" -> {
          // Imitates a kill while a file has a name.
          Path directory = Path.of(System.getenv("ARMCI_SHM_DIRECTORY"));
          Files.createFile(directory.resolve("armci-" + "0".repeat(32)));
          SelfSignal.send("KILL");
        }
        default -> throw new IllegalArgumentException(how);
      }
    }
  }

  static long count(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.count();
    }
  }

  private void leavesNothing(String how, int exitCode) throws IOException {
    Map<String, String> environment = Map.of("ARMCI_SHM_DIRECTORY", directory.toString());
    RankProcesses.Result result =
        RankProcesses.run(3, Program.class, environment, Duration.ofMinutes(1), how);
    assertEquals(exitCode, result.exitCode(), result.errors());
    assertTrue(result.output().contains("files: 0"), result.output());
    assertEquals(0, count(directory));
  }

  @Test
  void afterClosing() throws IOException {
    leavesNothing("close", 0);
  }

  @Tag("long")
  @Test
  void afterExit() throws IOException {
    leavesNothing("exit", 3);
  }

  @Tag("long")
  @Test
  void afterAnException() throws IOException {
    leavesNothing("throw", 1);
  }

  @Test
  void afterKill() throws IOException {
    leavesNothing("kill", 137);
  }
}
