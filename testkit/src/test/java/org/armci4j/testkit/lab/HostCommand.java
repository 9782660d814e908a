package org.armci4j.testkit.lab;

import java.io.IOException;

/** Runs a command on the rank's host, as a program between others of one job. */
public final class HostCommand {
  private HostCommand() {}

  /**
   * Runs the command to its end.
   *
   * @param arguments the command's words
   * @throws IOException when it fails
   * @throws InterruptedException when this thread is interrupted meanwhile
   */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    int code = new ProcessBuilder(arguments).inheritIO().start().waitFor();
    if (code != 0) {
      throw new IOException(String.join(" ", arguments) + " ended with " + code);
    }
  }
}
