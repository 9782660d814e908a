package org.armci4j.bootstrap.rendezvous;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.SocketException;
import java.net.UnixDomainSocketAddress;

/**
 * Carries the bytes between a rank and the rendezvous. Closing it ends waiting reads and writes.
 */
interface RankLink extends Closeable {
  /**
   * Connects.
   *
   * @param timeoutMillis limit for connecting over TCP; a socket of this host connects at once
   */
  static RankLink to(SocketAddress address, int timeoutMillis) throws IOException {
    return address instanceof UnixDomainSocketAddress here
        ? UnixLink.to(here)
        : TcpLink.to((InetSocketAddress) address, timeoutMillis);
  }

  /** Returns the incoming bytes. A read that gets none in time throws SocketTimeoutException. */
  InputStream in() throws IOException;

  /** Returns the stream for outgoing bytes. Sends at once. */
  OutputStream out() throws IOException;

  /** Sets how long a read waits, in milliseconds; 0 means forever. */
  void setTimeout(int millis) throws SocketException;

  /**
   * Encrypts everything from now on with TLS.
   *
   * @param timeoutMillis limit for the TLS handshake
   */
  void encrypt(Tls tls, int timeoutMillis) throws IOException;
}
