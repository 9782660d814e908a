package org.armci4j.benchmarks.rank;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * Tells how long this JVM's JIT compiler threads have worked, by Linux's account of their CPU time
 * (proc(5), task/TID/stat). The JVM itself counts a compilation only when it ends, on an emulated
 * machine many seconds later. On other systems the time is always 0.
 */
final class CompilerThreads {
  private static final Path TASKS = Path.of("/proc/self/task");

  /** End of "C1 CompilerThread0" and "C2 CompilerThread0" as Linux shortens thread names. */
  private static final String NAME = "CompilerThre)";

  /** Index of the user time among the words behind the name; the system time follows. */
  private static final int USER_TIME = 11;

  /** Unit of these times: always 1/100 s, whatever the kernel's own tick. */
  private static final long TICK_NANOS = 10_000_000;

  private final Map<Path, Long> ticks = new HashMap<>();

  /** Returns the CPU time of the compiler threads since the last call, in steps of 10 ms. */
  long workedNanos() {
    long sum = 0;
    if (Files.isDirectory(TASKS)) {
      try (DirectoryStream<Path> threads = Files.newDirectoryStream(TASKS)) {
        for (Path thread : threads) {
          sum += newTicks(thread);
        }
      } catch (IOException e) {
        return sum * TICK_NANOS;
      }
    }
    return sum * TICK_NANOS;
  }

  private long newTicks(Path thread) {
    String stat;
    try {
      stat = Files.readString(thread.resolve("stat"));
    } catch (IOException ended) {
      return 0;
    }
    int name = stat.indexOf(NAME);
    if (name < 0) {
      return 0;
    }
    String[] words = stat.substring(name + NAME.length()).strip().split(" ", -1);
    long now = Long.parseLong(words[USER_TIME]) + Long.parseLong(words[USER_TIME + 1]);
    Long before = ticks.put(thread, now);
    return now - (before == null ? 0 : before);
  }
}
