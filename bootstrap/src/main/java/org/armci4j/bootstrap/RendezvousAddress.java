package org.armci4j.bootstrap;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;
import java.nio.file.Path;

/**
 * Converts the address of a rendezvous to text and back: {@code address:port}, or the absolute path
 * of a socket for ranks of one host.
 */
public final class RendezvousAddress {
  private RendezvousAddress() {}

  /** Returns text that {@link #parse} reads. */
  public static String print(SocketAddress address) {
    return address instanceof InetSocketAddress there
        ? there.getAddress().getHostAddress() + ":" + there.getPort()
        : address.toString();
  }

  /**
   * Reads an address; asks no name service.
   *
   * @throws IllegalArgumentException when {@code text} is not an address
   */
  public static SocketAddress parse(String text) {
    Path socket = socket(text);
    if (socket != null) {
      return UnixDomainSocketAddress.of(socket);
    }
    int colon = text.lastIndexOf(':');
    if (colon <= 0) {
      throw new IllegalArgumentException(neither(text));
    }
    try {
      InetAddress address = InetAddress.ofLiteral(text.substring(0, colon));
      return new InetSocketAddress(address, Integer.parseInt(text.substring(colon + 1)));
    } catch (IllegalArgumentException malformed) {
      throw new IllegalArgumentException(neither(text), malformed);
    }
  }

  private static String neither(String text) {
    return "'" + text + "' is neither address:port nor the path of a socket";
  }

  /** Returns the path of the socket if {@code text} is such a path, else null. */
  public static Path socket(String text) {
    return text.startsWith("/") ? Path.of(text) : null;
  }
}
