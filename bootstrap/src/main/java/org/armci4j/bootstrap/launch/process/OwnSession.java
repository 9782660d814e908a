package org.armci4j.bootstrap.launch.process;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Starts a process in a session of its own: Ctrl-C and a signal to the launcher's whole group spare
 * it, and it has no terminal.
 */
public final class OwnSession {
  /** Part of util-linux. */
  private static final Path SETSID = Path.of("/usr/bin/setsid");

  private OwnSession() {}

  /** Words that go before a command; none where it cannot be done. */
  public static List<String> prefix() {
    return Files.isExecutable(SETSID) ? List.of(SETSID.toString()) : List.of();
  }
}
