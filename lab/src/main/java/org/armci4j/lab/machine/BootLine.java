package org.armci4j.lab.machine;

import java.io.PrintStream;
import java.util.Locale;

/** One line on a terminal that tells that machines boot, for how long, and is gone when they do. */
final class BootLine {
  /** Before this nobody wonders. */
  private static final long QUIET_SECONDS = 2;

  private final PrintStream out;
  private final int machines;
  private long shownSeconds;
  private boolean over;

  /** A line on {@code out}, or none where that is null. */
  BootLine(PrintStream out, int machines) {
    this.out = out;
    this.machines = machines;
    this.over = out == null;
  }

  /** Tells the line how things stand. */
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
