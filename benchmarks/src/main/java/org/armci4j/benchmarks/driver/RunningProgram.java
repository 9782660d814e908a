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

/** Another program while it runs. When this JVM ends, it does too. */
final class RunningProgram implements AutoCloseable {
  private static final int LAST_LINES = 20;

  private final String name;
  private final Process process;
  private final Thread hook;
  private final Thread reader;

  /** Line by line; an empty one is the end of its output. */
  private final BlockingQueue<Optional<String>> unread = new LinkedBlockingQueue<>();

  private final List<String> lines = new ArrayList<>();

  private RunningProgram(String name, Process process) {
    this.name = name;
    this.process = process;
    this.hook = new Thread(this::end, "armci-bench-end");
    Runtime.getRuntime().addShutdownHook(hook);
    this.reader = Thread.ofPlatform().daemon().start(this::read);
  }

  /** Starts it. Its standard output and error are one. */
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

  /** Writes a line to its standard input; nothing where it reads no more. */
  void tell(String line) {
    Writer input = process.outputWriter();
    try {
      input.write(line + "\n");
      input.flush();
    } catch (IOException itHasEnded) {
      // Then its output ends, which is where this is noticed.
    }
  }

  /** Ends its standard input. */
  void endInput() {
    try {
      process.outputWriter().close();
    } catch (IOException itHasEnded) {
      // Then nothing waits for it.
    }
  }

  /**
   * What it prints up to a line, which comes last.
   *
   * @param last that line
   * @param limit how long to wait at most
   * @param seen gets each line as it comes
   * @return less where it ends, or the limit passes, before it has printed that line
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

  /** Empty at the end of its output, or where none came in time. */
  private Optional<String> next(long timeoutNanos) {
    try {
      Optional<String> line = unread.poll(timeoutNanos, TimeUnit.NANOSECONDS);
      return line == null ? Optional.empty() : line;
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
  }

  /** Returns whether it ended within the limit. */
  boolean awaitEnd(Duration limit) {
    try {
      return process.waitFor(limit.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
  }

  /** Of a program that has ended, or is ended now. */
  int exitCode() {
    end();
    try {
      return process.waitFor();
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
  }

  /** All that it has printed; of a program that has ended. */
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

  /** The last of what it has printed, for a message. */
  static String lastOf(List<String> lines) {
    return String.join("\n", lines.subList(Math.max(0, lines.size() - LAST_LINES), lines.size()));
  }

  private IllegalStateException interrupted(InterruptedException e) {
    Thread.currentThread().interrupt();
    return new IllegalStateException("interrupted while " + name + " ran", e);
  }

  /** Ends it, where it has not ended. */
  @Override
  public void close() {
    end();
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException jvmIsEnding) {
      // Then the hook runs, which is what it is for.
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
