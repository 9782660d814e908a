package org.armci4j.benchmarks.driver;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Runs another program to its end. */
final class Command {
  private Command() {}

  /**
   * How it ended.
   *
   * @param exitCode 0 when all went well
   * @param timedOut whether it was ended because it took too long
   * @param lines all that it printed, standard output and error
   */
  record Outcome(int exitCode, boolean timedOut, List<String> lines) {
    String lastLines() {
      return String.join("\n", lines.subList(Math.max(0, lines.size() - 20), lines.size()));
    }
  }

  /** Runs a program with no input; when this JVM ends, the program does too. */
  static Outcome run(List<String> command, Duration limit) {
    Thread hook = null;
    try {
      Process process =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectInput(new File("/dev/null"))
              .start();
      hook = new Thread(() -> end(process), "armci-bench-end");
      Runtime.getRuntime().addShutdownHook(hook);
      List<String> lines = new ArrayList<>();
      Thread reader = Thread.ofPlatform().daemon().start(() -> read(process, lines));
      boolean ended = process.waitFor(limit.toNanos(), TimeUnit.NANOSECONDS);
      if (!ended) {
        end(process);
      }
      int exitCode = process.waitFor();
      reader.join();
      return new Outcome(exitCode, !ended, lines);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot start " + command.getFirst(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while " + command.getFirst() + " ran", e);
    } finally {
      forget(hook);
    }
  }

  private static void read(Process process, List<String> lines) {
    try (BufferedReader reader = process.inputReader()) {
      reader.lines().forEach(lines::add);
    } catch (IOException | UncheckedIOException e) {
      lines.add("its output could not be read: " + e.getMessage());
    }
  }

  private static void end(Process process) {
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

  private static void forget(Thread hook) {
    try {
      if (hook != null) {
        Runtime.getRuntime().removeShutdownHook(hook);
      }
    } catch (IllegalStateException jvmIsEnding) {
      // Then the hook runs, which is what it is for.
    }
  }
}
