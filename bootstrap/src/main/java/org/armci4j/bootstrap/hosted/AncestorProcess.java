package org.armci4j.bootstrap.hosted;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Names a process above this one, alike for all ranks of a job that it has started. */
final class AncestorProcess {
  /** The number of the start's word behind the name of the command (proc(5): the 22nd of all). */
  private static final int START_WORD = 19;

  private static final Path PROC = Path.of("/proc");

  private AncestorProcess() {}

  /**
   * The nearest ancestor that runs the command {@code name}, else the parent: its process id and
   * its start, which together are unique on this host.
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
   * Process id and start, in ticks since the host was booted: those do not change when somebody
   * sets the clock.
   */
  static String identity(ProcessHandle process) {
    return identity(process.pid());
  }

  /** The same; without the start when there is no such process, or it cannot be told. */
  static String identity(long pid) {
    return identity(PROC, pid);
  }

  /** The same by what the kernel tells in a folder. */
  static String identity(Path proc, long pid) {
    try {
      String stat = Files.readString(proc.resolve(pid + "/stat"));
      // The name of the command, in parentheses, may hold blanks and parentheses.
      String[] words = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
      return pid + "-" + words[START_WORD];
    } catch (IOException | IndexOutOfBoundsException gone) {
      return pid + "-0";
    }
  }
}
