package org.armci4j.bootstrap.rendezvous;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.SocketException;
import java.net.UnixDomainSocketAddress;

/** What carries the bytes between a rank and the rendezvous. Closing ends the wait of others. */
interface RankLink extends Closeable {
  /**
   * Connects.
   *
   * @param timeoutMillis how long that may take; on one host it takes no time
   */
  static RankLink to(SocketAddress address, int timeoutMillis) throws IOException {
    return address instanceof UnixDomainSocketAddress here
        ? UnixLink.to(here)
        : TcpLink.to((InetSocketAddress) address, timeoutMillis);
  }

  /** What comes; a read ends with SocketTimeoutException when nothing does in time. */
  InputStream in() throws IOException;

  /** What goes, at once. */
  OutputStream out() throws IOException;

  /** How long a read waits, in milliseconds; 0 means forever. */
  void setTimeout(int millis) throws SocketException;

  /**
   * From now on TLS encrypts what passes.
   *
   * @param timeoutMillis how long both sides may take to agree on it
   */
  void encrypt(Tls tls, int timeoutMillis) throws IOException;
}
