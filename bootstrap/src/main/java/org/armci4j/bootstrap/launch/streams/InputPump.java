package org.armci4j.bootstrap.launch.streams;

import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;

/** Gives the launcher's own standard input, and its end, to rank 0. */
public final class InputPump {
  private static final int BUFFER_BYTES = 64 * 1024;
  private static final long BACKGROUND_POLL_NANOS = 250_000_000;

  private InputPump() {}

  /** Begins to copy to {@code rankInput}, which is closed at the end of the input. */
  public static void start(OutputStream rankInput) {
    Thread.ofPlatform().name("armci-input").daemon().start(() -> carry(rankInput));
  }

  private static void carry(OutputStream rankInput) {
    // Not System.in: nothing may be read ahead of what the rank is given.
    FileInputStream own = new FileInputStream(FileDescriptor.in);
    byte[] buffer = new byte[BUFFER_BYTES];
    try (rankInput) {
      while (true) {
        awaitForeground();
        int count = own.read(buffer);
        if (count < 0) {
          return;
        }
        rankInput.write(buffer, 0, count);
        rankInput.flush();
      }
    } catch (IOException rankDoesNotReadAnyMore) {
      // It has ended or closed its input: the rest of ours is for nobody.
    }
  }

  /**
   * A job in the background that reads its terminal is stopped by the kernel: wait until it may.
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
