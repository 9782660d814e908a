package org.armci4j.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;

/** Finds a free port. */
final class FreePort {
  private FreePort() {}

  /** Returns a free port of the loopback address; another process may take it before its use. */
  static int find() {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    } catch (IOException e) {
      throw new UncheckedIOException("no free port on the loopback address", e);
    }
  }
}
