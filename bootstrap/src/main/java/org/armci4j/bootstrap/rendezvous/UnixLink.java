package org.armci4j.bootstrap.rendezvous;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.SocketTimeoutException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import javax.net.ssl.SSLException;

/**
 * A connection on one host, over a Unix-domain socket. The JDK offers these sockets as channels
 * only. A channel's blocking calls have no time-out, and an interrupt closes the channel. So this
 * channel does not block, and selectors wait.
 */
final class UnixLink implements RankLink {
  /**
   * Largest transfer of one system call, in bytes. The JDK copies it to a native buffer that the
   * thread keeps.
   */
  private static final int PIECE_BYTES = 64 << 10;

  private final SocketChannel channel;
  private final Selector readable = Selector.open();

  /** Created when the kernel first takes nothing of a write. */
  private volatile Selector writable;

  private volatile int timeoutMillis;

  private UnixLink(SocketChannel channel) throws IOException {
    this.channel = channel;
  }

  static UnixLink to(UnixDomainSocketAddress address) throws IOException {
    boolean interrupted = Thread.interrupted();
    SocketChannel channel = null;
    try {
      // Connecting waits only when the server's backlog is full; the backlog has a place for each
      // rank.
      channel = SocketChannel.open(address);
      channel.configureBlocking(false);
      UnixLink link = new UnixLink(channel);
      channel.register(link.readable, SelectionKey.OP_READ);
      return link;
    } catch (IOException | RuntimeException unreachable) {
      if (channel != null) {
        channel.close();
      }
      throw unreachable;
    } finally {
      restore(interrupted);
    }
  }

  private static void restore(boolean interrupted) {
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public InputStream in() {
    return new InputStream() {
      @Override
      public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
      }

      @Override
      public int read(byte[] bytes, int offset, int sizeBytes) throws IOException {
        return receive(ByteBuffer.wrap(bytes, offset, Math.min(sizeBytes, PIECE_BYTES)));
      }
    };
  }

  private int receive(ByteBuffer to) throws IOException {
    int limitMillis = timeoutMillis;
    long start = System.nanoTime();
    int count = channel.read(to);
    while (count == 0 && to.hasRemaining()) {
      long left = limitMillis - (System.nanoTime() - start) / 1_000_000;
      if (limitMillis > 0 && left <= 0) {
        throw new SocketTimeoutException("nothing came within " + limitMillis + " ms");
      }
      await(readable, limitMillis == 0 ? 0 : left);
      count = channel.read(to);
    }
    return count;
  }

  @Override
  public OutputStream out() {
    return new OutputStream() {
      @Override
      public void write(int value) throws IOException {
        write(new byte[] {(byte) value}, 0, 1);
      }

      @Override
      public void write(byte[] bytes, int offset, int sizeBytes) throws IOException {
        for (int sent = 0; sent < sizeBytes; ) {
          int piece = Math.min(sizeBytes - sent, PIECE_BYTES);
          int taken = channel.write(ByteBuffer.wrap(bytes, offset + sent, piece));
          if (taken == 0) {
            awaitWritable();
          }
          sent += taken;
        }
      }
    };
  }

  /** Waits until the channel takes bytes. Only one thread writes at a time. */
  private void awaitWritable() throws IOException {
    if (writable == null) {
      writable = Selector.open();
      channel.register(writable, SelectionKey.OP_WRITE);
    }
    await(writable, 0);
  }

  /**
   * Waits for {@code selector}. Hides an interrupt from it, and restores the interrupt for the
   * thread's later wait for an answer.
   */
  private static void await(Selector selector, long timeoutMillis) throws IOException {
    boolean interrupted = Thread.interrupted();
    try {
      selector.select(timeoutMillis);
      selector.selectedKeys().clear();
    } catch (ClosedSelectorException closed) {
      throw new EOFException("the connection to the rendezvous was closed");
    } finally {
      restore(interrupted);
    }
  }

  @Override
  public void setTimeout(int millis) {
    timeoutMillis = millis;
  }

  /** Refuses: TLS is for sockets that other users reach. */
  @Override
  public void encrypt(Tls tls, int timeoutMillis) throws IOException {
    throw new SSLException("the rendezvous has no tlsStore");
  }

  @Override
  public void close() throws IOException {
    channel.close();
    readable.close();
    Selector waiting = writable;
    if (waiting != null) {
      waiting.close();
    }
  }
}
