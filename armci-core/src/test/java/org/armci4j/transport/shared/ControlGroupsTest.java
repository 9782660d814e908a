package org.armci4j.transport.shared;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.armci4j.bootstrap.text.Text;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Limits of memory, as both versions of the kernel's interface tell them, in files made for it. */
class ControlGroupsTest {
  private static final long MIB = 1 << 20;

  @TempDir Path directory;
  private Path process;
  private Path mounted;

  @BeforeEach
  void makeDirectories() throws IOException {
    process = Files.createDirectory(directory.resolve("process"));
    mounted = Files.createDirectory(directory.resolve("with blank"));
  }

  private FreeMemory.Limit free() throws IOException {
    return ControlGroups.of(process).free();
  }

  private void kernelSays(String cgroup, String root, String type, String options)
      throws IOException {
    Files.writeString(process.resolve("cgroup"), cgroup);
    String point = mounted.toString().replace(" ", "\\040");
    Files.writeString(
        process.resolve("mountinfo"),
        "23 1 0:20 / /proc rw - proc proc rw\n"
            + Text.format(
                "35 31 0:32 %s %s rw,relatime - %s cgroup %s\n", root, point, type, options));
  }

  private void group(String path, String limitFile, String limit, String usedFile, long used)
      throws IOException {
    Path group = Files.createDirectories(mounted.resolve(path));
    Files.writeString(group.resolve(limitFile), limit + "\n");
    Files.writeString(group.resolve(usedFile), used + "\n");
  }

  private void version2(String path, String limit, long used) throws IOException {
    group(path, "memory.max", limit, "memory.current", used);
  }

  private void version1(String path, String limit, long used) throws IOException {
    group(path, "memory.limit_in_bytes", limit, "memory.usage_in_bytes", used);
  }

  @Test
  void withoutControlGroupsNothingLimits() throws IOException {
    assertEquals(Long.MAX_VALUE, free().sizeBytes());
  }

  @Test
  void aLimitAboveOnesOwnGroupHolds() throws IOException {
    kernelSays("0::/slice/job/step\n", "/", "cgroup2", "rw");
    version2("slice/job/step", "max", 10 * MIB);
    version2("slice/job", Long.toString(100 * MIB), 40 * MIB);
    version2("slice", Long.toString(500 * MIB), 90 * MIB);
    assertEquals(60 * MIB, free().sizeBytes());
    assertTrue(free().where().contains("/slice/job "), free().where());
  }

  @Test
  void cacheThatCanBeGivenUpDoesNotCount() throws IOException {
    kernelSays("0::/job\n", "/", "cgroup2", "rw");
    version2("job", Long.toString(100 * MIB), 90 * MIB);
    Files.writeString(
        mounted.resolve("job/memory.stat"),
        Text.format(
            "anon 1\nfile %d\nshmem %d\ninactive_file %d\nactive_file %d\n",
            80 * MIB, 50 * MIB, 20 * MIB, 10 * MIB));
    assertEquals(40 * MIB, free().sizeBytes());
  }

  @Test
  void theFirstVersionCountsWhatIsBelow() throws IOException {
    kernelSays("9:name=systemd:/\n4:memory:/job\n0::/\n", "/", "cgroup", "rw,memory");
    version1("job", Long.toString(100 * MIB), 70 * MIB);
    version1("", "9223372036854771712", 90 * MIB);
    Files.writeString(
        mounted.resolve("job/memory.stat"),
        Text.format(
            "inactive_file %d\ntotal_inactive_file %d\ntotal_active_file 0\n", MIB, 30 * MIB));
    assertEquals(60 * MIB, free().sizeBytes());
  }

  @Test
  void aContainerSeesItsOwnGroupAsTheRoot() throws IOException {
    kernelSays("4:memory:/docker/abc\n", "/docker/abc", "cgroup", "rw,memory");
    version1("", Long.toString(64 * MIB), 14 * MIB);
    assertEquals(50 * MIB, free().sizeBytes());
  }

  @Test
  void whatIsUsedBeyondTheLimitLeavesNothing() throws IOException {
    kernelSays("0::/job\n", "/", "cgroup2", "rw");
    version2("job", Long.toString(10 * MIB), 12 * MIB);
    assertEquals(0, free().sizeBytes());
  }
}
