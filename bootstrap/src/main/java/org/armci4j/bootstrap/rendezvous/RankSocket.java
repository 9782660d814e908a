package org.armci4j.bootstrap.rendezvous;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.SocketAddress;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * A rank's end of its connection: frames over a {@link RankLink}. A rank has one connection and one
 * reader, so it does without Netty, whose loading would dominate the rank's start. One thread may
 * read, any may write or close.
 */
final class RankSocket implements AutoCloseable {
  private static final int BUFFER_BYTES = 8 << 10;
  private static final long ANSWERER_SECONDS = 60;

  /** Is called when nothing has come within the time-out. */
  interface Silence {
    /** Returns normally to wait on. */
    void lasts() throws IOException;
  }

  private final Object writing = new Object();

  /** Sends the reader's answers on one thread, which ends after a minute without work. */
  private final ThreadPoolExecutor answers = newAnswers();

  private RankLink link;
  private InputStream in;
  private OutputStream out;

  /** Frames begun plus frames done: odd while a frame is being written. */
  private volatile long writes;

  /** Value of {@link #writes} when the reader last looked. */
  private long writesSeen;

  // Bytes that were read and not yet used; for the reader only.
  private byte[] buffer = new byte[BUFFER_BYTES];
  private int start;
  private int end;

  private static ThreadPoolExecutor newAnswers() {
    ThreadPoolExecutor one =
        new ThreadPoolExecutor(
            1,
            1,
            ANSWERER_SECONDS,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            Thread.ofPlatform().daemon().name("armci-rank-answer").factory(),
            new ThreadPoolExecutor.DiscardPolicy()); // drops answers after close
    one.allowCoreThreadTimeOut(true);
    return one;
  }

  void connect(SocketAddress address, int timeoutMillis) throws IOException {
    link = RankLink.to(address, timeoutMillis);
    useLink();
  }

  /**
   * Encrypts everything from now on with TLS.
   *
   * @param timeoutMillis limit for the TLS handshake
   * @throws SocketTimeoutException when the handshake takes longer, even if bytes keep coming
   */
  void encrypt(Tls tls, int timeoutMillis) throws IOException {
    link.encrypt(tls, timeoutMillis);
    useLink();
  }

  private void useLink() throws IOException {
    in = link.in();
    out = link.out();
  }

  /**
   * Sets how long a read waits before it calls {@link Silence}, in milliseconds; 0 means forever.
   */
  void setTimeout(int millis) throws SocketException {
    link.setTimeout(millis);
  }

  /**
   * Waits for the next message.
   *
   * @param limitBytes largest frame that is accepted
   * @throws MalformedFrameException when the bytes are not a message
   * @throws EOFException when the server has hung up
   */
  Message read(int limitBytes, Silence silence) throws IOException {
    fill(FrameCodec.LENGTH_BYTES, silence);
    int length = ByteBuffer.wrap(buffer).getInt(start);
    if (length < 0 || length > limitBytes) {
      throw new MalformedFrameException(
          "a frame of " + length + " bytes, where " + limitBytes + " are allowed");
    }
    start += FrameCodec.LENGTH_BYTES;
    fill(length, silence);
    Message message = FrameCodec.decode(ByteBuffer.wrap(buffer, start, length).slice());
    start += length;
    if (start == end && buffer.length > BUFFER_BYTES) {
      buffer = new byte[BUFFER_BYTES]; // large frames are rare
      start = 0;
      end = 0;
    }
    return message;
  }

  private void fill(int bytes, Silence silence) throws IOException {
    if (start + bytes > buffer.length) {
      byte[] there = Arrays.copyOfRange(buffer, start, end);
      buffer = bytes > buffer.length ? new byte[bytes] : buffer;
      System.arraycopy(there, 0, buffer, 0, there.length);
      end = there.length;
      start = 0;
    }
    while (end - start < bytes) {
      try {
        int count = in.read(buffer, end, buffer.length - end);
        if (count < 0) {
          throw new EOFException("the connection to the rendezvous was lost");
        }
        end += count;
      } catch (SocketTimeoutException nothingYet) {
        silence.lasts();
      }
    }
  }

  /**
   * Sends; the reader notices a broken connection. Returns at once, as the server always reads. If
   * the server is stopped and some megabytes are under way, it blocks until the reader notices
   * ({@link #isStuck}). So the reader must not call this after the handshake: it would wait for
   * itself.
   */
  void send(Message message) {
    byte[] frame = FrameCodec.encode(message);
    synchronized (writing) {
      writes++;
      try {
        out.write(frame);
      } catch (IOException broken) {
        close();
      }
      writes++;
    }
  }

  /** Sends on another thread. For the reader: returns at once, whatever the server does. */
  void sendSoon(Message message) {
    answers.execute(() -> send(message));
  }

  /** Returns whether the same frame is being written as at the last call. For the reader. */
  boolean isStuck() {
    long before = writesSeen;
    writesSeen = writes;
    return writesSeen == before && writesSeen % 2 == 1;
  }

  /** Closes the connection, and ends the waits of threads that read or write. */
  @Override
  public void close() {
    answers.shutdown();
    try {
      if (link != null) {
        link.close();
      }
    } catch (IOException closedEnough) {
      // Nothing was buffered that could be lost.
    }
  }
}
