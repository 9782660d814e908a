package org.armci4j.transport.shared;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * How much a shared-memory file may still grow. The file system's own free space does not tell all:
 * a tmpfs is often as large as the machine's memory, and filling it has the kernel kill processes.
 */
final class FreeMemory {
  private static final Path MEMINFO = Path.of("/proc/meminfo");
  private static final Path CGROUP_LIMIT = Path.of("/sys/fs/cgroup/memory.max");
  private static final Path CGROUP_USED = Path.of("/sys/fs/cgroup/memory.current");

  /**
   * The tightest of the limits.
   *
   * @param sizeBytes how much is left
   * @param where whose limit it is, in words, with what to change
   */
  record Limit(long sizeBytes, String where) {}

  private FreeMemory() {}

  /** What is left for files in {@code directory}. */
  static Limit in(Path directory) throws IOException {
    Limit disk =
        new Limit(
            Files.getFileStore(directory).getUsableSpace(),
            directory + " (enlarge it: mount -o remount,size=…, or --shm-size of a container)");
    Limit machine = new Limit(available(), "the machine's memory (end other programs)");
    Limit container = new Limit(cgroup(), "this container's or service's memory limit (raise it)");
    return tighter(disk, tighter(machine, container));
  }

  private static Limit tighter(Limit a, Limit b) {
    return a.sizeBytes <= b.sizeBytes ? a : b;
  }

  private static long available() throws IOException {
    if (Files.isReadable(MEMINFO)) {
      for (String line : Files.readAllLines(MEMINFO)) {
        if (line.startsWith("MemAvailable:")) {
          return Long.parseLong(line.replaceAll("[^0-9]", "")) << 10;
        }
      }
    }
    return Long.MAX_VALUE;
  }

  private static long cgroup() throws IOException {
    if (!Files.isReadable(CGROUP_LIMIT) || !Files.isReadable(CGROUP_USED)) {
      return Long.MAX_VALUE;
    }
    String limit = Files.readString(CGROUP_LIMIT).strip();
    if (limit.equals("max")) {
      return Long.MAX_VALUE;
    }
    return Long.parseLong(limit) - Long.parseLong(Files.readString(CGROUP_USED).strip());
  }
}
