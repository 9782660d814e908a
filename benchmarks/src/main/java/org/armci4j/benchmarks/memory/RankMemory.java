package org.armci4j.benchmarks.memory;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The memory of this process at one moment, in bytes.
 *
 * @param resident pages that are in memory, shared ones too: see proc_pid_status(5)
 * @param shared those of them that are memory shared with other processes
 * @param heap objects on the JVM's heap that are in use
 */
record RankMemory(long resident, long shared, long heap) {
  private static final long KIBIBYTE = 1024;

  /** Collections of garbage until the heap holds no more than what is used. */
  private static final int COLLECTIONS = 3;

  /** Collects garbage and measures this process. */
  static RankMemory now() {
    for (int i = 0; i < COLLECTIONS; i++) {
      System.gc();
    }
    long heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    try {
      return of(Files.readAllLines(Path.of("/proc/self/status")), heap);
    } catch (IOException e) {
      throw new UncheckedIOException("this suite needs /proc of Linux", e);
    }
  }

  /** Returns what the lines of a process's status say. */
  static RankMemory of(List<String> status, long heap) {
    return new RankMemory(bytes(status, "VmRSS:"), bytes(status, "RssShmem:"), heap);
  }

  private static long bytes(List<String> status, String name) {
    return status.stream()
        .filter(line -> line.startsWith(name))
        .mapToLong(line -> KIBIBYTE * Long.parseLong(line.replaceAll("\\D", "")))
        .findFirst()
        .orElse(0);
  }
}
