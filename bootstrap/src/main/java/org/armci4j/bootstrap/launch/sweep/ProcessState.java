package org.armci4j.bootstrap.launch.sweep;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Reads the kernel's state of a process of this host. */
public final class ProcessState {
  private ProcessState() {}

  /** Returns whether the process is stopped, as by SIGSTOP. */
  public static boolean isStopped(long pid) {
    try {
      String stat = Files.readString(Path.of("/proc", Long.toString(pid), "stat"));
      return stat.charAt(stat.lastIndexOf(')') + 2) == 'T';
    } catch (IOException | StringIndexOutOfBoundsException unknown) {
      return false;
    }
  }
}
