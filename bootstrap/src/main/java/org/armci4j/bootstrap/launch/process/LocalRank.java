package org.armci4j.bootstrap.launch.process;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.armci4j.bootstrap.launch.plan.LaunchException;
import org.armci4j.bootstrap.launch.streams.BootWarningFilter;
import org.armci4j.bootstrap.launch.streams.OutputPump;
import org.armci4j.bootstrap.launch.sweep.ProcessState;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A rank's process on this host. */
public final class LocalRank implements RankProcess {
  private static final Logger LOG = LoggerFactory.getLogger(LocalRank.class);

  private final int rank;
  private final Process process;
  private final OutputPump output;
  private final OutputPump errors;
  private volatile boolean endedByLauncher;

  /**
   * Starts the process, and the threads that carry its output.
   *
   * @param rank the rank, for names
   * @param builder command and environment
   * @param toOutput gets the standard output
   * @param toErrors gets the standard error
   * @throws LaunchException when the process cannot be started
   */
  LocalRank(int rank, ProcessBuilder builder, OutputStream toOutput, OutputStream toErrors) {
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

  @Override
  public int rank() {
    return rank;
  }

  /** Returns the process id. */
  public long pid() {
    return process.pid();
  }

  @Override
  public String place() {
    return "pid " + process.pid();
  }

  /** Writes the first line of the process's input, and leaves the input open. */
  void tell(String line) {
    OutputStream input = process.getOutputStream();
    try {
      input.write((line + "\n").getBytes(StandardCharsets.US_ASCII));
      input.flush();
    } catch (IOException ended) {
      // The exit code will tell why the process has ended.
    }
  }

  /** Returns the process's input: behind the line of {@link #tell} it belongs to the program. */
  @Override
  public OutputStream input() {
    return process.getOutputStream();
  }

  /** Closes the process's input. */
  void closeInput() {
    try {
      process.getOutputStream().close();
    } catch (IOException ended) {
      // The exit code will tell why the process has ended.
    }
  }

  @Override
  public void onExit(Consumer<RankProcess> action) {
    var _ = process.onExit().thenRun(() -> action.accept(this));
  }

  @Override
  public int exitCode() {
    return process.exitValue();
  }

  @Override
  public String exitReason() {
    return ProcessStatus.describe(process.exitValue());
  }

  @Override
  public boolean endedByLauncher() {
    return endedByLauncher;
  }

  @Override
  public boolean isStopped() {
    return ProcessState.isStopped(pid());
  }

  /** Sends SIGQUIT, on which the JVM prints its stacks. */
  @Override
  public void printStacks() {
    try {
      new ProcessBuilder("kill", "-QUIT", Long.toString(pid())).start();
    } catch (IOException noSuchCommand) {
      LOG.warn("cannot ask for the stacks of {}", place(), noSuchCommand);
    }
  }

  @Override
  public void terminate() {
    if (process.isAlive()) {
      endedByLauncher = true;
      // Through the handle: Process.destroy would throw away the last output.
      process.toHandle().destroy();
    }
  }

  @Override
  public void kill() {
    if (process.isAlive()) {
      endedByLauncher = true;
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.toHandle().destroyForcibly();
    }
  }

  /** Returns false: the kernel tells of the end, once it has freed the memory. */
  @Override
  public boolean giveUp() {
    return false;
  }

  @Override
  public boolean awaitExit(long timeoutNanos) throws InterruptedException {
    return process.waitFor(timeoutNanos, TimeUnit.NANOSECONDS);
  }

  @Override
  public void awaitOutput(long deadlineNanos) throws InterruptedException {
    output.awaitEnd(deadlineNanos);
    errors.awaitEnd(deadlineNanos);
  }
}
