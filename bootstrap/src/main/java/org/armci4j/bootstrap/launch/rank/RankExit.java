package org.armci4j.bootstrap.launch.rank;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.concurrent.locks.LockSupport;
import org.armci4j.bootstrap.Failure;
import org.armci4j.bootstrap.settings.SetupProblem;

/** Ends a rank after its program has failed. */
public final class RankExit {
  /** The exit code of a rank that has failed and has none of its own. */
  public static final int FAILED = 1;

  /** The exit code of a rank that could not be set up, for a reason that it has told in a line. */
  public static final int USAGE = 2;

  private static final long HOOKS_LIMIT_NANOS = 1_000_000_000;

  private RankExit() {}

  /** Exits with a code, and without the shutdown hooks if those take too long. Does not return. */
  static void exit(int code) {
    if (!isEnding()) {
      Thread.ofPlatform().name("armci-exit-limit").daemon().start(() -> haltLater(code));
    }
    System.exit(code);
  }

  /** Whether the JVM ends already, as by a signal: the launcher then limits the time of hooks. */
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

  /** The code that says how a program has ended that threw this. */
  static int code(Throwable thrown) {
    return thrown instanceof SetupProblem ? USAGE : FAILED;
  }

  /**
   * Prints what ended a rank as the JVM prints an uncaught exception, in one piece. What another
   * rank's failure has caused is not printed: the launcher says once which rank that was.
   */
  static void report(int rank, Throwable thrown) {
    Failure failure = Failure.behind(thrown);
    if (failure != null && failure.rank() != rank) {
      if (failure.rank() == Failure.LAUNCHER) {
        System.err.println("armci: rank " + rank + " ended: " + failure);
      }
      return;
    }
    if (thrown instanceof SetupProblem) {
      // Each line by itself begins as those do that are printed for the first rank only.
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
