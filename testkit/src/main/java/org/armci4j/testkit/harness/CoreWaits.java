package org.armci4j.testkit.harness;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Measures how long threads have been ready to run without a core, by Linux's count. A time limit
 * that leaves this out also holds on a busy machine.
 */
final class CoreWaits {
  private static final Path PROC = Path.of("/proc");

  private final Queue<Path> threads = new ConcurrentLinkedQueue<>();

  /** Counts the calling thread, from its beginning. */
  void addThread() {
    try {
      Path thread = Files.readSymbolicLink(PROC.resolve("thread-self"));
      threads.add(PROC.resolve(thread).resolve("schedstat"));
    } catch (IOException notLinux) {
      // Without this count nothing is left out.
    }
  }

  /**
   * Returns the longest time of a live thread, in ns; not the sum, because threads wait at the same
   * time.
   */
  long longestNanos() {
    return threads.stream().mapToLong(CoreWaits::nanos).max().orElse(0);
  }

  /**
   * Returns the waiting time of a line with three numbers: time on a core, time waiting for one,
   * turns.
   */
  private static long nanos(Path schedstat) {
    try {
      return Long.parseLong(Files.readString(schedstat).split(" ", -1)[1]);
    } catch (IOException ended) {
      return 0;
    }
  }
}
