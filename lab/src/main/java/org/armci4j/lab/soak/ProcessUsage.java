package org.armci4j.lab.soak;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import java.util.stream.Stream;

/** Measures this process's use of resources at one moment, by the kernel's count. */
final class ProcessUsage {
  /** Resources whose use must not grow, each with its chance variation. */
  enum Resource {
    /** Reachable Java objects. */
    HEAP_KIB(4 << 10),
    /** Resident memory. */
    RESIDENT_KIB(48 << 10),
    OPEN_FILES(3),
    /** Varies, as the JVM's compiler threads come and go. */
    THREADS(4),
    MAPPINGS(48);

    private final long chance;

    Resource(long chance) {
      this.chance = chance;
    }

    long chance() {
      return chance;
    }
  }

  private static final Path SELF = Path.of("/proc/self");

  private ProcessUsage() {}

  /** Collects garbage, and returns the use of each resource. */
  static Map<Resource, Long> now() throws IOException {
    System.gc();
    Runtime jvm = Runtime.getRuntime();
    Map<Resource, Long> usage = new EnumMap<>(Resource.class);
    usage.put(Resource.HEAP_KIB, (jvm.totalMemory() - jvm.freeMemory()) >> 10);
    usage.put(Resource.RESIDENT_KIB, status("VmRSS:"));
    usage.put(Resource.OPEN_FILES, count("fd"));
    usage.put(Resource.THREADS, status("Threads:"));
    try (Stream<String> lines = Files.lines(SELF.resolve("maps"))) {
      usage.put(Resource.MAPPINGS, lines.count());
    }
    return usage;
  }

  private static long count(String folder) throws IOException {
    try (Stream<Path> entries = Files.list(SELF.resolve(folder))) {
      return entries.count();
    }
  }

  private static long status(String name) throws IOException {
    for (String line : Files.readAllLines(SELF.resolve("status"))) {
      if (line.startsWith(name)) {
        return Long.parseLong(line.substring(name.length()).replace("kB", "").strip());
      }
    }
    throw new IOException("the kernel does not tell " + name);
  }
}
