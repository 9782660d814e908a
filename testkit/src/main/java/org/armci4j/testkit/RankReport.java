package org.armci4j.testkit;

import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serial;
import java.io.Serializable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.armci4j.error.RankFailedException;
import org.opentest4j.TestAbortedException;

/**
 * Reports the failure of a rank that is a process, in a file. The exception itself does not travel,
 * because it need not be serializable.
 */
record RankReport(Kind kind, String text, StackTraceElement[] stack, RankReport cause)
    implements Serializable {
  @Serial private static final long serialVersionUID = 1;

  /** Outcome of the test. */
  enum Kind {
    FAILED,
    ABORTED,
    CONSEQUENCE
  }

  /** Stands for a failure of another process, with its stack. */
  static final class RemoteFailure extends AssertionError {
    @Serial private static final long serialVersionUID = 1;

    RemoteFailure(String text, Throwable cause) {
      super(text, cause);
    }

    /** Returns the text, which begins with the name of the exception's own class. */
    @Override
    @SuppressWarnings("OverrideThrowableToString") // this class's own name would only mislead
    public String toString() {
      return getMessage();
    }
  }

  private static Path file(Path folder, int rank) {
    return folder.resolve("rank-" + rank);
  }

  static RankReport of(Throwable thrown) {
    Kind kind =
        thrown instanceof TestAbortedException
            ? Kind.ABORTED
            : thrown instanceof RankFailedException ? Kind.CONSEQUENCE : Kind.FAILED;
    Throwable cause = thrown.getCause();
    return new RankReport(
        kind, thrown.toString(), thrown.getStackTrace(), cause == null ? null : of(cause));
  }

  /** Writes the report; other processes see all of it or nothing. */
  void write(Path folder, int rank) throws IOException {
    Path part = folder.resolve("part-" + rank);
    try (ObjectOutputStream out = new ObjectOutputStream(Files.newOutputStream(part))) {
      out.writeObject(this);
    }
    Files.move(part, file(folder, rank), StandardCopyOption.ATOMIC_MOVE);
  }

  static boolean exists(Path folder, int rank) {
    return Files.exists(file(folder, rank));
  }

  static RankReport read(Path folder, int rank) throws IOException {
    try (ObjectInputStream in = new ObjectInputStream(Files.newInputStream(file(folder, rank)))) {
      return (RankReport) in.readObject();
    } catch (ClassNotFoundException e) {
      throw new IOException(e);
    }
  }

  /** Returns an exception that reads like the one of the other process. */
  Throwable toThrowable() {
    Throwable because = cause == null ? null : cause.toThrowable();
    Throwable thrown =
        kind == Kind.ABORTED
            ? new TestAbortedException(text, because)
            : new RemoteFailure(text, because);
    thrown.setStackTrace(stack);
    return thrown;
  }
}
