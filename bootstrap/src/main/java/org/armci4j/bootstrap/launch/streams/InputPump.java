package org.armci4j.bootstrap.launch.streams;

import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** Copies the launcher's own standard input, and its end, to ranks. */
public final class InputPump {
  private static final int BUFFER_BYTES = 64 * 1024;
  private static final long BACKGROUND_POLL_NANOS = 250_000_000;

  private InputPump() {}

  /**
   * Begins to copy all input to each of {@code rankInputs}, and closes them at the end of the
   * input. Reads nothing when there are none.
   */
  public static void start(List<OutputStream> rankInputs) {
    if (!rankInputs.isEmpty()) {
      List<OutputStream> open = new ArrayList<>(rankInputs);
      Thread.ofPlatform().name("armci-input").daemon().start(() -> carry(open));
    }
  }

  private static void carry(List<OutputStream> open) {
    // Not System.in, whose buffer would read ahead of the ranks.
    InputStream own =
        isClosed() ? InputStream.nullInputStream() : new FileInputStream(FileDescriptor.in);
    byte[] buffer = new byte[BUFFER_BYTES];
    try {
      int count;
      do {
        awaitForeground();
        count = own.read(buffer);
        int now = count;
        open.removeIf(rankInput -> !give(rankInput, buffer, now));
      } while (count >= 0 && !open.isEmpty());
    } catch (IOException unreadable) {
      open.forEach(rankInput -> give(rankInput, buffer, -1));
    }
  }

  /**
   * Writes bytes to a rank, or closes its input when {@code count} marks the end. Returns whether
   * the rank still reads: it may have ended or closed its input.
   */
  private static boolean give(OutputStream rankInput, byte[] buffer, int count) {
    try {
      if (count < 0) {
        rankInput.close();
        return false;
      }
      rankInput.write(buffer, 0, count);
      rankInput.flush();
      return true;
    } catch (IOException rankDoesNotReadAnyMore) {
      return false;
    }
  }

  /**
   * Returns whether this process was started without standard input. Its file number is then free
   * and goes to the first file that a JVM opens and keeps: the JDK's own classes.
   */
  private static boolean isClosed() {
    try {
      Path classes = Path.of(System.getProperty("java.home"), "lib", "modules");
      return Files.isSameFile(Path.of("/proc/self/fd/0"), classes);
    } catch (IOException noSuchFiles) {
      return false;
    }
  }

  /**
   * Waits until this job is in the foreground: the kernel stops a background job that reads its
   * terminal.
   */
  private static void awaitForeground() {
    while (inTerminalsBackground()) {
      LockSupport.parkNanos(BACKGROUND_POLL_NANOS);
    }
  }

  private static boolean inTerminalsBackground() {
    try {
      String input = Files.readSymbolicLink(Path.of("/proc/self/fd/0")).toString();
      if (!input.startsWith("/dev/pts/") && !input.startsWith("/dev/tty")) {
        return false;
      }
      String stat = Files.readString(Path.of("/proc/self/stat"));
      // After "pid (name)": state, parent, process group, session, terminal, its foreground group.
      String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", 7);
      return !fields[2].equals(fields[5]);
    } catch (IOException | UnsupportedOperationException noSuchFiles) {
      return false;
    }
  }
}
