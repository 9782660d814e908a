package org.armci4j.transport.shared;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * How much shared memory may still grow. The file system's own free space is not enough: a tmpfs is
 * often as large as the machine's memory, and filling it makes the kernel kill processes.
 *
 * <p>The first look finds the file system and the control groups, which later looks ask again.
 * Finding them takes longer than all the rest of a short allocation.
 */
final class FreeMemory {
  private static final Path MEMINFO = Path.of("/proc/meminfo");
  private static final Path SELF = Path.of("/proc/self");
  private static final String AVAILABLE = "MemAvailable:";
  private static final String KIBIBYTES = "kB";

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

  private final Path directory;

  // Threads that look for the first time at once find the same.
  private FileStore store;
  private ControlGroups groups;

  private FreeMemory(Path directory) {
    this.directory = directory;
  }

  /** Looks for how much is left for files in {@code directory}. */
  static MemoryLook in(Path directory) {
    FreeMemory memory = new FreeMemory(directory);
    return () -> tighter(memory.ofDirectory(), memory.ofProcess());
  }

  /** Looks for how much is left for memory of this process. */
  static MemoryLook ofMachine() {
    return new FreeMemory(null)::ofProcess;
  }

  private Limit ofDirectory() throws IOException {
    FileStore known = store;
    if (known == null) {
      known = Files.getFileStore(directory);
      store = known;
    }
    return new Limit(
        known.getUsableSpace(),
        directory + " (enlarge it: mount -o remount,size=…, or --shm-size of a container)");
  }

  private Limit ofProcess() throws IOException {
    ControlGroups known = groups;
    if (known == null) {
      known = ControlGroups.of(SELF);
      groups = known;
    }
    Limit machine = new Limit(available(), "the machine's memory (end other programs)");
    return tighter(machine, known.free());
  }

  private static Limit tighter(Limit a, Limit b) {
    return a.sizeBytes <= b.sizeBytes ? a : b;
  }

  private static long available() throws IOException {
    if (Files.isReadable(MEMINFO)) {
      try (BufferedReader lines = Files.newBufferedReader(MEMINFO)) {
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
          if (line.startsWith(AVAILABLE)) {
            String number = line.substring(AVAILABLE.length(), line.length() - KIBIBYTES.length());
            return Long.parseLong(number.strip()) << 10;
          }
        }
      }
    }
    return Long.MAX_VALUE;
  }
}
