package org.armci4j.testkit.job;

import java.io.IOException;

/** Sends signals to the own process, for ranks that die or stop in tests. */
public final class SelfSignal {
  private SelfSignal() {}

  /** Sends a signal by its name, such as KILL, and waits until it has been sent. */
  public static void send(String name) throws IOException, InterruptedException {
    String self = Long.toString(ProcessHandle.current().pid());
    new ProcessBuilder("kill", "-" + name, self).start().waitFor();
  }
}
