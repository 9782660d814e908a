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

/** A process on this host. */
public final class LocalRank implements RankProcess {
  private static final Logger LOG = LoggerFactory.getLogger(LocalRank.class);

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

  /** The process id. */
  public long pid() {
    return process.pid();
  }

  @Override
  public String place() {
    return "pid " + process.pid();
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

  /** Its input: the line that {@link #tell} writes, then whatever is for the program. */
  @Override
  public OutputStream input() {
    return process.getOutputStream();
  }

  /** Ends its input. */
  void closeInput() {
    try {
      process.getOutputStream().close();
    } catch (IOException ended) {
      // Its exit code will tell why.
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

  /** By what the JVM itself offers. */
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
      // Through its handle: Process.destroy would throw away the last output.
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
