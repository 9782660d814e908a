package org.armci4j.transport.shared;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * How much shared memory may still grow. The file system's own free space is not enough: a tmpfs is
 * often as large as the machine's memory, and filling it makes the kernel kill processes.
 */
final class FreeMemory {
  private static final Path MEMINFO = Path.of("/proc/meminfo");
  private static final Path SELF = Path.of("/proc/self");

  /**
   * The tightest of the limits.
   *
   * @param sizeBytes how much is left
   * @param where the limit in words, with what to change
   */
  record Limit(long sizeBytes, String where) {}

  /** Finds how much memory is left. */
  interface MemoryLook {
    /** Returns the tightest of the limits at this moment. */
    Limit limit() throws IOException;
  }

  private FreeMemory() {}

  /** Returns how much is left for files in {@code directory}. */
  static Limit in(Path directory) throws IOException {
    Limit disk =
        new Limit(
            Files.getFileStore(directory).getUsableSpace(),
            directory + " (enlarge it: mount -o remount,size=…, or --shm-size of a container)");
    return tighter(disk, ofMachine());
  }

  /** Returns how much is left for memory of this process. */
  static Limit ofMachine() throws IOException {
    Limit machine = new Limit(available(), "the machine's memory (end other programs)");
    return tighter(machine, ControlGroups.of(SELF).free());
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
}
