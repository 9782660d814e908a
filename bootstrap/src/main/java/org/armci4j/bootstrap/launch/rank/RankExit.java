package org.armci4j.bootstrap.launch.rank;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.concurrent.locks.LockSupport;
import org.armci4j.bootstrap.Failure;
import org.armci4j.bootstrap.settings.SetupProblem;

/** Ends a rank after its program has failed. */
public final class RankExit {
  /** Exit code of a failed rank without a code of its own. */
  public static final int FAILED = 1;

  /** Exit code of a rank that could not be set up and has printed the reason in a line. */
  public static final int USAGE = 2;

  /**
   * Exit code of a rank that ends as it has not caught the exception of another rank's failure, in
   * a job that would go on with a new process for that rank.
   */
  public static final int NOT_CAUGHT = 123;

  private static final long HOOKS_LIMIT_NANOS = 1_000_000_000;

  private RankExit() {}

  /**
   * Exits with a code. Halts when the shutdown hooks take longer than a second. Does not return.
   */
  static void exit(int code) {
    if (!isEnding()) {
      Thread.ofPlatform().name("armci-exit-limit").daemon().start(() -> haltLater(code));
    }
    System.exit(code);
  }

  /**
   * Returns whether the JVM ends already, as by a signal. The launcher then limits the hooks' time.
   */
  private static boolean isEnding() {
    try {
      boolean _ = Runtime.getRuntime().removeShutdownHook(new Thread());
      return false;
    } catch (IllegalStateException ending) {
      return true;
    }
  }

  private static void haltLater(int code) {
    long end = System.nanoTime() + HOOKS_LIMIT_NANOS;
    for (long left = HOOKS_LIMIT_NANOS; left > 0; left = end - System.nanoTime()) {
      LockSupport.parkNanos(left);
    }
    Runtime.getRuntime().halt(code);
  }

  /** Returns the exit code for a program that has thrown this. */
  static int code(Throwable thrown) {
    return thrown instanceof SetupProblem ? USAGE : FAILED;
  }

  /**
   * Prints the exception that ended a rank, in one piece, as the JVM prints an uncaught exception.
   * Prints nothing for another rank's failure: the launcher names that rank once.
   */
  static void report(int rank, Throwable thrown) {
    Failure failure = Failure.behind(thrown);
    report(rank, thrown, failure == null || failure.rank() == rank ? null : failure);
  }

  /**
   * Does the same for a process that may know better whose failure it is.
   *
   * @param failure the failure of another process; null when the exception is the rank's own
   */
  static void report(int rank, Throwable thrown, Failure failure) {
    if (failure != null) {
      if (failure.rank() == Failure.LAUNCHER) {
        System.err.println("armci: rank " + rank + " ended: " + failure);
      }
      return;
    }
    if (thrown instanceof SetupProblem) {
      // Each line begins with "armci: ", as only such lines are printed for the first rank alone.
      System.err.println("armci: " + thrown.getMessage().replace("\n", "\narmci: "));
      return;
    }
    StringWriter text = new StringWriter();
    text.write("Exception in rank " + rank + ": ");
    thrown.printStackTrace(new PrintWriter(text));
    System.err.print(text);
    System.err.flush();
  }
}
