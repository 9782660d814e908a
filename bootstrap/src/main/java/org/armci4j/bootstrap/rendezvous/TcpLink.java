package org.armci4j.bootstrap.rendezvous;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.util.Timer;
import java.util.TimerTask;
import javax.net.ssl.SSLSocket;

/** A connection over TCP, with TLS or without. */
final class TcpLink implements RankLink {
  private final Socket plain;

  /** Same as {@link #plain}, or TLS over it. */
  private Socket socket;

  private TcpLink(Socket plain) {
    this.plain = plain;
    this.socket = plain;
  }

  static TcpLink to(InetSocketAddress address, int timeoutMillis) throws IOException {
    TcpLink link = new TcpLink(new Socket());
    try {
      link.plain.setTcpNoDelay(true);
      link.plain.connect(address, timeoutMillis);
      return link;
    } catch (IOException | RuntimeException unreachable) {
      link.close();
      throw unreachable;
    }
  }

  /**
   * {@inheritDoc}
   *
   * @throws SocketTimeoutException when the handshake takes longer, even if bytes keep coming
   */
  @Override
  public void encrypt(Tls tls, int timeoutMillis) throws IOException {
    SSLSocket secure = tls.over(plain);
    TimerTask hangUp =
        new TimerTask() {
          @Override
          public void run() {
            close();
          }
        };
    Timer limit = new Timer("armci-tls-limit", true);
    limit.schedule(hangUp, timeoutMillis);
    try {
      secure.startHandshake();
    } catch (IOException failed) {
      throw hangUp.cancel() ? failed : new SocketTimeoutException("TLS takes too long");
    } finally {
      limit.cancel();
    }
    socket = secure;
  }

  @Override
  public InputStream in() throws IOException {
    return socket.getInputStream();
  }

  @Override
  public OutputStream out() throws IOException {
    return socket.getOutputStream();
  }

  @Override
  public void setTimeout(int millis) throws SocketException {
    plain.setSoTimeout(millis);
  }

  /**
   * Closes the plain socket, without TLS's close_notify. That message would wait behind a thread
   * that writes, and Bye already ends a connection.
   */
  @Override
  public void close() {
    try {
      plain.close();
    } catch (IOException closedEnough) {
      // Nothing was buffered that could be lost.
    }
  }
}
