package org.armci4j.bootstrap;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/** Names this process's host, and identifies the processes that can map its memory. */
public final class Host {
  private Host() {}

  /** Returns the host's name, for messages. */
  public static String name() {
    try {
      // On Linux this asks no name service, which may take seconds.
      return isLinux()
          ? read("/proc/sys/kernel/hostname")
          : InetAddress.getLocalHost().getHostName();
    } catch (IOException nameless) {
      return "localhost";
    }
  }

  /**
   * Returns an id that two processes share exactly when each may open the other's files through
   * {@code /proc/PID/fd}. That needs the same running kernel (boot id), the same process numbers
   * (pid namespace), the same user ids (user namespace) and the same user. Without {@code /proc}
   * the id is the host's name.
   */
  public static String id() {
    if (!isLinux()) {
      return name();
    }
    try {
      return String.join(
          "/",
          read("/proc/sys/kernel/random/boot_id"),
          link("/proc/self/ns/pid"),
          link("/proc/self/ns/user"),
          "uid:" + Files.getAttribute(Path.of("/proc/self"), "unix:uid"));
    } catch (IOException | UnsupportedOperationException hidden) {
      // The safe answer is an id of this process alone: such ranks use the network between them.
      return name() + "/pid:" + ProcessHandle.current().pid();
    }
  }

  private static boolean isLinux() {
    return System.getProperty("os.name", "").toLowerCase(Locale.ROOT).startsWith("linux");
  }

  private static String read(String file) throws IOException {
    return Files.readString(Path.of(file)).strip();
  }

  private static String link(String file) throws IOException {
    return Files.readSymbolicLink(Path.of(file)).toString();
  }
}
