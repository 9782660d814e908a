package org.armci4j.bootstrap;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/** What this process's host is called, and which processes can map its memory. */
public final class Host {
  private Host() {}

  /** The host's name, for messages. */
  public static String name() {
    try {
      // No name service is asked on Linux: that may take seconds.
      return isLinux()
          ? read("/proc/sys/kernel/hostname")
          : InetAddress.getLocalHost().getHostName();
    } catch (IOException nameless) {
      return "localhost";
    }
  }

  /**
   * Equal for two processes exactly when each may open the other's files through {@code
   * /proc/PID/fd}: the same running kernel (its boot id), the same numbering of processes (pid
   * namespace), the same meaning of user ids (user namespace), and the same user. Where there is no
   * {@code /proc} it is the host's name.
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
      // Alone on its host is the safe answer: such ranks use the network between them.
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
