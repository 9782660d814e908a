package org.armci4j.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;

/** A port that nobody has. */
final class FreePort {
  private FreePort() {}

  /** One of the loopback address; somebody may take it before it is used. */
  static int find() {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    } catch (IOException e) {
      throw new UncheckedIOException("no free port on the loopback address", e);
    }
  }
}
