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
 * A rank's end of its connection: frames over a {@link RankLink}. A rank has one connection and
 * waits for what comes, so it does without Netty, which would cost it more time at its start than
 * everything else. One thread may read, any may write or close.
 */
final class RankSocket implements AutoCloseable {
  private static final int BUFFER_BYTES = 8 << 10;
  private static final long ANSWERER_SECONDS = 60;

  /** What a reader does each time that nothing has come within the time-out. */
  interface Silence {
    /** Returns normally to wait on. */
    void lasts() throws IOException;
  }

  private final Object writing = new Object();

  /** Sends what the reader answers, with one thread, which ends once nothing is asked any more. */
  private final ThreadPoolExecutor answers = newAnswers();

  private RankLink link;
  private InputStream in;
  private OutputStream out;

  /** Frames begun and frames done: odd while one is being written. */
  private volatile long writes;

  /** What {@link #writes} was when the reader looked last. */
  private long writesSeen;

  // What was read and is not used yet; the reader's.
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
            new ThreadPoolExecutor.DiscardPolicy()); // of a socket that is closed
    one.allowCoreThreadTimeOut(true);
    return one;
  }

  void connect(SocketAddress address, int timeoutMillis) throws IOException {
    link = RankLink.to(address, timeoutMillis);
    useLink();
  }

  /**
   * From now on TLS encrypts what passes.
   *
   * @param timeoutMillis how long both sides may take to agree on it
   * @throws SocketTimeoutException when they take longer, even if bytes come all the time
   */
  void encrypt(Tls tls, int timeoutMillis) throws IOException {
    link.encrypt(tls, timeoutMillis);
    useLink();
  }

  private void useLink() throws IOException {
    in = link.in();
    out = link.out();
  }

  /** How long a reader waits until it says that silence lasts, in milliseconds; 0 means forever. */
  void setTimeout(int millis) throws SocketException {
    link.setTimeout(millis);
  }

  /**
   * Waits for the next message.
   *
   * @param limitBytes the largest frame that is accepted
   * @throws MalformedFrameException when what comes is not a message
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
      buffer = new byte[BUFFER_BYTES]; // large ones are rare
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
   * Sends; a connection that breaks is noticed by its reader. The server always reads, so this
   * returns at once; if the server is stopped and some megabytes are under way, it returns when the
   * reader has noticed ({@link #isStuck}). So the reader must not call it, once it has to notice.
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

  /** The same for the reader: returns at once, whatever the server does. */
  void sendSoon(Message message) {
    answers.execute(() -> send(message));
  }

  /** Whether the same frame is being written as at the last call. For the reader. */
  boolean isStuck() {
    long before = writesSeen;
    writesSeen = writes;
    return writesSeen == before && writesSeen % 2 == 1;
  }

  /** Ends the wait of a thread that reads or writes. */
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
