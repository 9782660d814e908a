package org.armci4j.testkit.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.armci4j.Armci;
import org.armci4j.SharedBlock;
import org.armci4j.error.ArmciException;
import org.armci4j.testkit.harness.Prerequisite;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/**
 * Runs a job in a real control group of its own with a limit. Two ranks that reserve at the same
 * time what only one could have are refused, and not killed by the kernel.
 */
@EnabledOnOs(OS.LINUX)
class MemoryLimitTest {
  private static final long LIMIT_BYTES = 768L << 20;
  private static final long BLOCK_BYTES = 400L << 20;
  private static final long LIMIT_SECONDS = 60;

  private Path group;

  /** Shares a block that fits once and not twice, on both ranks at once. */
  static final class Program {
    private Program() {}

    public static void main(String[] arguments) {
      try (Armci armci = Armci.open()) {
        armci.barrier();
        SharedBlock block = null;
        try {
          block = armci.share(BLOCK_BYTES);
          System.out.println("got it");
        } catch (ArmciException refused) {
          System.out.println("refused: " + refused.getMessage());
        }
        armci.barrier();
        if (block != null) {
          block.close();
        }
        armci.barrier();
        armci.share(BLOCK_BYTES / 8).close();
        System.out.println("goes on");
      }
    }
  }

  @BeforeEach
  void makeGroup() throws Exception {
    Path first = Path.of("/sys/fs/cgroup/memory");
    Path second = Path.of("/sys/fs/cgroup");
    boolean isFirst = Files.isDirectory(first);
    group = (isFirst ? first : second).resolve("armci-" + ProcessHandle.current().pid());
    try {
      Files.createDirectory(group);
      String limit = isFirst ? "memory.limit_in_bytes" : "memory.max";
      Files.writeString(group.resolve(limit), Long.toString(LIMIT_BYTES));
    } catch (IOException e) {
      Prerequisite.require(false, () -> "only root can make a control group: " + e);
    }
  }

  @AfterEach
  void removeGroup() throws Exception {
    Files.deleteIfExists(group);
  }

  @Test
  void ranksThatReserveAtTheSameTimeKnowOfEachOther() throws Exception {
    List<String> inGroup = new ArrayList<>(List.of("sh", "-c"));
    inGroup.addAll(List.of("echo $$ >\"$0\"/cgroup.procs && exec \"$@\"", group.toString()));
    inGroup.addAll(JobCommand.of(System.getProperty("java.class.path"), 2, Program.class));
    Process process = new ProcessBuilder(inGroup).redirectErrorStream(true).start();
    process.getOutputStream().close();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertTrue(process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS), output);
    assertEquals(0, process.exitValue(), output);
    long refused = output.lines().filter(line -> line.contains("refused: ")).count();
    assertTrue(refused == 1 || refused == 2, output);
    assertTrue(output.contains(group.toString()), output);
    assertEquals(2, output.lines().filter(line -> line.contains("goes on")).count(), output);
  }
}
