package org.armci4j.bootstrap.hosted;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Names a process above this one, alike for all ranks of a job that it has started. */
final class AncestorProcess {
  private AncestorProcess() {}

  /**
   * The nearest ancestor that runs the command {@code name}, else the parent: its process id and
   * the time of its start, which together are unique on this host.
   */
  static String named(String name) {
    ProcessHandle parent = ProcessHandle.current().parent().orElse(ProcessHandle.current());
    Optional<ProcessHandle> next = Optional.of(parent);
    while (next.isPresent()) {
      if (runs(next.get(), name)) {
        return identity(next.get());
      }
      next = next.get().parent();
    }
    return identity(parent);
  }

  private static boolean runs(ProcessHandle process, String name) {
    try {
      return Files.readString(Path.of("/proc/" + process.pid() + "/comm")).strip().equals(name);
    } catch (IOException hidden) {
      return false;
    }
  }

  /** Process id and start. */
  static String identity(ProcessHandle process) {
    long start = process.info().startInstant().map(instant -> instant.toEpochMilli()).orElse(0L);
    return process.pid() + "-" + start;
  }
}
