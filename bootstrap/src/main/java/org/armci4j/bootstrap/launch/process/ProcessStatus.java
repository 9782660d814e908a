package org.armci4j.bootstrap.launch.process;

import java.util.Map;

/** Puts exit codes into words. */
public final class ProcessStatus {
  private static final int SIGNAL_BASE = 128;
  private static final Map<Integer, String> SIGNALS =
      Map.ofEntries(
          Map.entry(1, "SIGHUP"),
          Map.entry(2, "SIGINT"),
          Map.entry(3, "SIGQUIT"),
          Map.entry(4, "SIGILL"),
          Map.entry(5, "SIGTRAP"),
          Map.entry(6, "SIGABRT"),
          Map.entry(7, "SIGBUS"),
          Map.entry(8, "SIGFPE"),
          Map.entry(9, "SIGKILL"),
          Map.entry(11, "SIGSEGV"),
          Map.entry(13, "SIGPIPE"),
          Map.entry(14, "SIGALRM"),
          Map.entry(15, "SIGTERM"),
          Map.entry(24, "SIGXCPU"),
          Map.entry(25, "SIGXFSZ"));

  private ProcessStatus() {}

  /**
   * Returns how a process has ended.
   *
   * @param exitCode as {@link Process#exitValue()} gives it: 128 + signal for a killed process
   * @return the second half of a sentence that starts with the name of the process
   */
  public static String describe(int exitCode) {
    String signal = SIGNALS.get(exitCode - SIGNAL_BASE);
    return signal == null ? "exited with code " + exitCode : "was killed by " + signal;
  }
}
