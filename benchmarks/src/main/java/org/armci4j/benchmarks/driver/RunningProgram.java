package org.armci4j.benchmarks.driver;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Another program while it runs. The program ends with this JVM at the latest. */
final class RunningProgram implements AutoCloseable {
  private static final int LAST_LINES = 20;

  private final String name;
  private final Process process;
  private final Thread hook;
  private final Thread reader;

  /** Lines not yet read; an empty element marks the end of the output. */
  private final BlockingQueue<Optional<String>> unread = new LinkedBlockingQueue<>();

  private final List<String> lines = new ArrayList<>();

  private RunningProgram(String name, Process process) {
    this.name = name;
    this.process = process;
    this.hook = new Thread(this::end, "armci-bench-end");
    Runtime.getRuntime().addShutdownHook(hook);
    this.reader = Thread.ofPlatform().daemon().start(this::read);
  }

  /** Starts a program, its standard error joined to its standard output. */
  static RunningProgram start(List<String> command) {
    try {
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      return new RunningProgram(command.getFirst(), process);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot start " + command.getFirst(), e);
    }
  }

  private void read() {
    try (BufferedReader output = process.inputReader()) {
      output.lines().map(Optional::of).forEach(unread::add);
    } catch (IOException | UncheckedIOException e) {
      unread.add(Optional.of("its output could not be read: " + e.getMessage()));
    }
    unread.add(Optional.empty());
  }

  /** Writes a line to the program's standard input; does nothing if the program has closed it. */
  void tell(String line) {
    Writer input = process.outputWriter();
    try {
      input.write(line + "\n");
      input.flush();
    } catch (IOException itHasEnded) {
      // The reader notices the end of the program's output.
    }
  }

  /** Closes the program's standard input. */
  void endInput() {
    try {
      process.outputWriter().close();
    } catch (IOException itHasEnded) {
      // A program that has ended needs no end of input.
    }
  }

  /**
   * Reads the output up to and including a given line.
   *
   * @param last the line to stop at
   * @param limit maximum time to wait
   * @param seen receives each line as it comes
   * @return the lines read; without {@code last} if the output ended or the limit passed before
   */
  List<String> readTo(String last, Duration limit, Consumer<String> seen) {
    long endNanos = System.nanoTime() + limit.toNanos();
    List<String> read = new ArrayList<>();
    Optional<String> line;
    do {
      line = next(endNanos - System.nanoTime());
      line.ifPresent(read::add);
      line.ifPresent(seen);
    } while (line.isPresent() && !line.get().equals(last));
    lines.addAll(read);
    return read;
  }

  /** Returns the next line; empty at the end of the output or after the timeout. */
  private Optional<String> next(long timeoutNanos) {
    try {
      Optional<String> line = unread.poll(timeoutNanos, TimeUnit.NANOSECONDS);
      return line == null ? Optional.empty() : line;
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
  }

  /** Returns whether the program ended within the limit. */
  boolean awaitEnd(Duration limit) {
    try {
      return process.waitFor(limit.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
  }

  /** Returns the exit code. Ends the program first if it still runs. */
  int exitCode() {
    end();
    try {
      return process.waitFor();
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
  }

  /** Returns everything that the program has printed. Only for a program that has ended. */
  List<String> lines() {
    try {
      reader.join();
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
    for (Optional<String> line : unread) {
      line.ifPresent(lines::add);
    }
    unread.clear();
    return List.copyOf(lines);
  }

  /** Returns the last lines of some output, for a message. */
  static String lastOf(List<String> lines) {
    return String.join("\n", lines.subList(Math.max(0, lines.size() - LAST_LINES), lines.size()));
  }

  private IllegalStateException interrupted(InterruptedException e) {
    Thread.currentThread().interrupt();
    return new IllegalStateException("interrupted while " + name + " ran", e);
  }

  /** Ends the program if it still runs. */
  @Override
  public void close() {
    end();
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException jvmIsEnding) {
      // The JVM is ending, so the hook ends the program.
    }
  }

  private void end() {
    if (!process.isAlive()) {
      return;
    }
    List<ProcessHandle> descendants = process.descendants().toList();
    process.destroy();
    try {
      if (process.waitFor(1, TimeUnit.SECONDS)) {
        return;
      }
    } catch (InterruptedException insist) {
      Thread.currentThread().interrupt();
    }
    descendants.forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
  }
}
