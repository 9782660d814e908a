package org.armci4j.examples.mg;

import java.io.PrintStream;
import java.util.Locale;
import java.util.function.IntConsumer;

/** Shows the iterations of a long run in one line that is gone at its end. */
final class ProgressLine implements IntConsumer {
  private static final long QUIET_NANOS = 500_000_000;

  private final PrintStream out;
  private final int iterations;
  private final long start = System.nanoTime();
  private boolean shown;

  /**
   * Makes a line on a terminal.
   *
   * @param out the terminal
   * @param iterations number of iterations to come
   */
  ProgressLine(PrintStream out, int iterations) {
    this.out = out;
    this.iterations = iterations;
  }

  /** Shows that the first iteration has not begun. */
  void showInitialization() {
    out.print("\r initialization ");
    out.flush();
    shown = true;
  }

  @Override
  public void accept(int iteration) {
    long elapsed = System.nanoTime() - start;
    if (elapsed > QUIET_NANOS) {
      out.printf(
          Locale.ROOT, "\r iteration %d of %d, %.1f s ", iteration, iterations, elapsed * 1e-9);
      out.flush();
      shown = true;
    }
  }

  /** Wipes the line. */
  void end() {
    if (shown) {
      out.print("\r" + " ".repeat(60) + "\r");
      out.flush();
    }
  }
}
