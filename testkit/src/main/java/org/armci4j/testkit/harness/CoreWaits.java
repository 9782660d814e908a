package org.armci4j.testkit.harness;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * How long threads have been ready to run and had no core, as Linux counts it. A limit of time that
 * leaves this out holds on a busy machine too.
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
      // Then nothing is left out.
    }
  }

  /** The longest time of a thread that still lives, in ns; not the sum, as they wait at once. */
  long longestNanos() {
    return threads.stream().mapToLong(CoreWaits::nanos).max().orElse(0);
  }

  /** Time on a core, time waiting for one, turns: each a number. */
  private static long nanos(Path schedstat) {
    try {
      return Long.parseLong(Files.readString(schedstat).split(" ", -1)[1]);
    } catch (IOException ended) {
      return 0;
    }
  }
}
