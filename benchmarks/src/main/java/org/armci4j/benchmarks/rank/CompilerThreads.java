package org.armci4j.benchmarks.rank;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * The threads of this JVM that compile, as Linux counts their time (proc(5), task/TID/stat): the
 * JVM's own account of a compilation comes when it has ended, which on an emulated machine is many
 * seconds later. Elsewhere they are never seen to work.
 */
final class CompilerThreads {
  private static final Path TASKS = Path.of("/proc/self/task");

  /** As Linux shortens "C1 CompilerThread0" and "C2 CompilerThread0". */
  private static final String NAME = "CompilerThre)";

  /** User and system time are so many words behind the name. */
  private static final int USER_TIME = 11;

  /** What Linux counts in, whatever the kernel's own clock. */
  private static final long TICK_NANOS = 10_000_000;

  private final Map<Path, Long> ticks = new HashMap<>();

  /** How long they have used cores since the last call, in nanoseconds; whole hundredths. */
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
