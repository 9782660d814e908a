package org.armci4j.lab.machine;

import java.io.PrintStream;
import java.util.Locale;

/** Shows on a terminal line for how long machines have been booting, and clears it afterwards. */
final class BootLine {
  /** Time before the line appears. */
  private static final long QUIET_SECONDS = 2;

  private final PrintStream out;
  private final int machines;
  private long shownSeconds;
  private boolean over;

  /** Creates a line on {@code out}; without output if that is null. */
  BootLine(PrintStream out, int machines) {
    this.out = out;
    this.machines = machines;
    this.over = out == null;
  }

  /** Updates the line: whether all machines are up, and the seconds since the start. */
  void update(boolean up, long elapsedSeconds) {
    if (over || (!up && elapsedSeconds < Math.max(QUIET_SECONDS, shownSeconds + 1))) {
      return;
    }
    if (up) {
      over = true;
      if (shownSeconds > 0) {
        out.print("\r" + " ".repeat(60) + "\r");
      }
    } else {
      shownSeconds = elapsedSeconds;
      out.printf(
          Locale.ROOT,
          "\rarmci lab: %s, %d s ",
          machines == 1 ? "the machine boots" : "the machines boot",
          elapsedSeconds);
    }
    out.flush();
  }
}
