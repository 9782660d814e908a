package org.armci4j.transport.ucx.port;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** One end of a TCP connection: an address of IPv4 or IPv6, and a port. */
final class TcpAddress {
  private static final int V4_BYTES = 4;
  private static final int V6_BYTES = 16;

  /**
   * Number of zeros before the two bytes 0xff of an IPv4 address in IPv6 form, as a socket for both
   * shows it.
   */
  private static final int MAPPED_AT = 10;

  private final byte[] host;
  private final int port;

  /**
   * @param host 4 or 16 bytes
   * @param port from 0 to 65535
   */
  TcpAddress(byte[] host, int port) {
    this.host = isMapped(host) ? Arrays.copyOfRange(host, V6_BYTES - V4_BYTES, V6_BYTES) : host;
    this.port = port;
  }

  private static boolean isMapped(byte[] host) {
    if (host.length != V6_BYTES) {
      return false;
    }
    for (int i = 0; i < MAPPED_AT; i++) {
      if (host[i] != 0) {
        return false;
      }
    }
    return host[MAPPED_AT] == -1 && host[MAPPED_AT + 1] == -1;
  }

  int port() {
    return port;
  }

  /** Returns whether a connection that ends here was made to a socket that listens there. */
  boolean belongsTo(TcpAddress listener) {
    return port == listener.port && (listener.isAny() || Arrays.equals(host, listener.host));
  }

  private boolean isAny() {
    for (byte one : host) {
      if (one != 0) {
        return false;
      }
    }
    return true;
  }

  /** Returns a name of a connection that is the same at both of its ends. */
  static String connection(TcpAddress from, TcpAddress to) {
    byte[] bytes =
        ByteBuffer.allocate(from.host.length + to.host.length + 2 * Short.BYTES)
            .put(from.host)
            .putShort((short) from.port)
            .put(to.host)
            .putShort((short) to.port)
            .array();
    return new String(bytes, StandardCharsets.ISO_8859_1);
  }

  @Override
  public String toString() {
    try {
      String text = InetAddress.getByAddress(host).getHostAddress();
      return host.length == V4_BYTES ? text + ":" + port : "[" + text + "]:" + port;
    } catch (UnknownHostException e) {
      throw new IllegalStateException("an address of " + host.length + " bytes", e);
    }
  }
}
