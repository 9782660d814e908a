package org.armci4j.bootstrap.hosted;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Identifies an ancestor of this process, with the same result in all ranks of a job that it
 * started.
 */
final class AncestorProcess {
  /**
   * Index of the start time among the words behind the command's name (proc(5): the 22nd field).
   */
  private static final int START_WORD = 19;

  private static final Path PROC = Path.of("/proc");

  private AncestorProcess() {}

  /**
   * Returns the identity of the nearest ancestor that runs the command {@code name}, else of the
   * parent: its process id and start time, which together are unique on this host.
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
      return Files.readString(PROC.resolve(process.pid() + "/comm")).strip().equals(name);
    } catch (IOException hidden) {
      return false;
    }
  }

  /**
   * Returns process id and start time, in ticks since the host was booted. Such ticks do not change
   * when the clock is set.
   */
  static String identity(ProcessHandle process) {
    return identity(process.pid());
  }

  /** Returns the same for a process id; 0 stands for the start time when it cannot be read. */
  static String identity(long pid) {
    return identity(PROC, pid);
  }

  /** Returns the same from the kernel's files in the folder {@code proc}. */
  static String identity(Path proc, long pid) {
    try {
      String stat = Files.readString(proc.resolve(pid + "/stat"));
      // The command's name, in parentheses, may hold blanks and parentheses.
      String[] words = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
      return pid + "-" + words[START_WORD];
    } catch (IOException | IndexOutOfBoundsException gone) {
      return pid + "-0";
    }
  }
}
