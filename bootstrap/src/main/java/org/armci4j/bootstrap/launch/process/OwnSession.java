package org.armci4j.bootstrap.launch.process;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Starts a process in a session of its own. The process has no terminal; Ctrl-C, or a signal to the
 * launcher's group, does not reach it.
 */
public final class OwnSession {
  /** Command of util-linux. */
  private static final Path SETSID = Path.of("/usr/bin/setsid");

  private OwnSession() {}

  /** Returns the words that go before a command; none where setsid is missing. */
  public static List<String> prefix() {
    return Files.isExecutable(SETSID) ? List.of(SETSID.toString()) : List.of();
  }
}
