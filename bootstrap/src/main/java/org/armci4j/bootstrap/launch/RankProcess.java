package org.armci4j.bootstrap.launch;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** One process that the launcher has started. Any thread may call any method. */
final class RankProcess {
  private final int rank;
  private final Process process;
  private final OutputPump output;
  private final OutputPump errors;
  private volatile boolean endedByLauncher;

  /**
   * Starts it, and the carrying of its output.
   *
   * @param rank the rank it will be, for names
   * @param builder command and environment
   * @param toOutput where its standard output goes
   * @param toErrors where its standard error goes
   * @throws LaunchException when the process cannot be started
   */
  RankProcess(int rank, ProcessBuilder builder, OutputStream toOutput, OutputStream toErrors) {
    this.rank = rank;
    try {
      this.process = builder.start();
    } catch (IOException e) {
      throw new LaunchException(
          "cannot start a process for rank " + rank + ": " + e.getMessage(), e);
    }
    String name = "armci-rank-" + rank;
    output = OutputPump.start(name + "-out", process.getInputStream(), toOutput);
    errors =
        OutputPump.start(name + "-err", process.getErrorStream(), new BootWarningFilter(toErrors));
  }

  int rank() {
    return rank;
  }

  long pid() {
    return process.pid();
  }

  /** Gives it the first line of its input, and leaves the input open. */
  void tell(String line) {
    OutputStream input = process.getOutputStream();
    try {
      input.write((line + "\n").getBytes(StandardCharsets.US_ASCII));
      input.flush();
    } catch (IOException ended) {
      // Its exit code will tell why.
    }
  }

  /** Gives it the launcher's own input. */
  void connectInput() {
    InputPump.start(process.getOutputStream());
  }

  /** Ends its input. */
  void closeInput() {
    try {
      process.getOutputStream().close();
    } catch (IOException ended) {
      // Its exit code will tell why.
    }
  }

  /** Has the action called, on another thread, when the process has ended. */
  void onExit(Consumer<RankProcess> action) {
    var _ = process.onExit().thenRun(() -> action.accept(this));
  }

  boolean isAlive() {
    return process.isAlive();
  }

  /** The exit code, 128 + signal for a killed process; only after it has ended. */
  int exitCode() {
    return process.exitValue();
  }

  /** Whether it was still running when the launcher ended it. */
  boolean endedByLauncher() {
    return endedByLauncher;
  }

  /** Asks it to end, by SIGTERM. */
  void terminate() {
    if (process.isAlive()) {
      endedByLauncher = true;
      // Through its handle: Process.destroy would throw away the last output.
      process.toHandle().destroy();
    }
  }

  /** Ends it and whatever it has started, by SIGKILL. */
  void kill() {
    if (process.isAlive()) {
      endedByLauncher = true;
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.toHandle().destroyForcibly();
    }
  }

  /** Waits for its end; returns false when it still runs after the given time. */
  boolean awaitExit(long timeoutNanos) throws InterruptedException {
    return process.waitFor(timeoutNanos, TimeUnit.NANOSECONDS);
  }

  /**
   * Waits until everything that it has printed is delivered, or until a {@link System#nanoTime}.
   */
  void awaitOutput(long deadlineNanos) throws InterruptedException {
    output.awaitEnd(deadlineNanos);
    errors.awaitEnd(deadlineNanos);
  }
}
