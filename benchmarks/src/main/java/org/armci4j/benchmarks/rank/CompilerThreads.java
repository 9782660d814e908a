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

  private final Map<Path, Long> ticks = new HashMap<>();

  /** Whether one of them has used a core for a hundredth of a second since the last call. */
  boolean haveWorked() {
    boolean any = false;
    if (Files.isDirectory(TASKS)) {
      try (DirectoryStream<Path> threads = Files.newDirectoryStream(TASKS)) {
        for (Path thread : threads) {
          any |= hasWorked(thread);
        }
      } catch (IOException e) {
        return any;
      }
    }
    return any;
  }

  private boolean hasWorked(Path thread) {
    String stat;
    try {
      stat = Files.readString(thread.resolve("stat"));
    } catch (IOException ended) {
      return false;
    }
    int name = stat.indexOf(NAME);
    if (name < 0) {
      return false;
    }
    String[] words = stat.substring(name + NAME.length()).strip().split(" ", -1);
    long now = Long.parseLong(words[USER_TIME]) + Long.parseLong(words[USER_TIME + 1]);
    Long before = ticks.put(thread, now);
    return now > (before == null ? 0 : before);
  }
}
