package org.armci4j.bootstrap.launch.process;

import java.io.OutputStream;
import java.util.function.Consumer;

/** One process of a job, here or on another host. Any thread may call any method. */
public interface RankProcess {
  /** Returns the process's rank, or the first of the ranks that share the process. */
  int rank();

  /** Returns which process this is, for people: {@code pid 17}, or {@code pid 17 on host b}. */
  String place();

  /** Returns the standard input of the process. */
  OutputStream input();

  /** Calls the action, on another thread, when the process has ended. */
  void onExit(Consumer<RankProcess> action);

  /**
   * Returns the exit code, 128 + signal for a killed process; only after the end of the process.
   */
  int exitCode();

  /** Returns how the process has ended, as the second half of a sentence; only after its end. */
  String exitReason();

  /** Returns whether the process was still running when the launcher ended it. */
  boolean endedByLauncher();

  /**
   * Returns whether the process is stopped, as by SIGSTOP. Always false for other hosts' processes.
   */
  boolean isStopped();

  /** Makes the process's JVM print the stacks of all its threads, if it is on this host. */
  void printStacks();

  /** Asks the process to end, by SIGTERM. */
  void terminate();

  /** Ends the process and its descendants, by SIGKILL. */
  void kill();

  /**
   * Notes that a killed process has not been heard to end for long.
   *
   * @return whether its end may never be heard of; false for a process of this host
   */
  boolean giveUp();

  /** Waits for the end of the process. Returns false when it still runs after the given time. */
  boolean awaitExit(long timeoutNanos) throws InterruptedException;

  /** Waits until all output of the process is delivered, or until a {@link System#nanoTime}. */
  void awaitOutput(long deadlineNanos) throws InterruptedException;
}
