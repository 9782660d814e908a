package org.armci4j.bootstrap.launch.process;

import java.io.OutputStream;
import java.util.function.Consumer;

/**
 * One process that was started for a job, here or on another host. Any thread may call any method.
 */
public interface RankProcess {
  /** The rank it is, or the first of those that share it. */
  int rank();

  /** Which process it is, for people: {@code pid 17}, or {@code pid 17 on host b}. */
  String place();

  /** Its standard input. */
  OutputStream input();

  /** Calls the action, on another thread, when the process has ended. */
  void onExit(Consumer<RankProcess> action);

  /** The exit code, 128 + signal for a killed process; only after it has ended. */
  int exitCode();

  /** How it has ended, as the second half of a sentence; only after it has ended. */
  String exitReason();

  /** Whether it was still running when the launcher ended it. */
  boolean endedByLauncher();

  /** Whether it is stopped now, as by SIGSTOP; of processes on other hosts nothing is known. */
  boolean isStopped();

  /** Has its JVM print the stacks of all its threads, if it is on this host. */
  void printStacks();

  /** Asks it to end, by SIGTERM. */
  void terminate();

  /** Ends it and whatever it has started, by SIGKILL. */
  void kill();

  /** Waits for its end; returns false when it still runs after the given time. */
  boolean awaitExit(long timeoutNanos) throws InterruptedException;

  /**
   * Waits until everything that it has printed is delivered, or until a {@link System#nanoTime}.
   */
  void awaitOutput(long deadlineNanos) throws InterruptedException;
}
