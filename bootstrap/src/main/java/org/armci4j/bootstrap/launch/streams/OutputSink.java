package org.armci4j.bootstrap.launch.streams;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.locks.ReentrantLock;

/**
 * One of the two streams all ranks share, standard output or standard error. Every {@link #write}
 * comes out whole: a thread that holds complete lines can hand them over without tearing another's.
 */
public final class OutputSink {
  private final OutputStream target;
  private final Runnable onClosed;
  private final ReentrantLock lock = new ReentrantLock();
  private boolean closed;
  private long writtenBytes;

  /**
   * A sink on a stream.
   *
   * @param target where the bytes go; not buffered, or what ranks print would lag
   * @param onClosed called once, when the reader of the stream has gone
   */
  OutputSink(OutputStream target, Runnable onClosed) {
    this.target = target;
    this.onClosed = onClosed;
  }

  /** Standard output; {@code onClosed} is called once, when its reader has gone. */
  public static OutputSink standardOutput(Runnable onClosed) {
    return new OutputSink(new FileOutputStream(FileDescriptor.out), onClosed);
  }

  /** Standard error: a job goes on when nobody reads it any more. */
  public static OutputSink standardError() {
    return new OutputSink(new FileOutputStream(FileDescriptor.err), () -> {});
  }

  /**
   * Where one rank's output goes: in whole lines, or as it comes when it is the only rank's.
   *
   * @param rank whose output
   * @param size number of ranks
   * @param label whether lines start with {@code "[rank] "}
   */
  public OutputStream forRank(int rank, int size, boolean label) {
    if (label) {
      return new LineRelay(this, ("[" + rank + "] ").getBytes(StandardCharsets.US_ASCII));
    }
    return size == 1 ? new Straight() : new LineRelay(this, new byte[0]);
  }

  /** Writes all of it, with nothing of others in between; drops it once the reader has gone. */
  public void write(byte[] bytes, int offset, int sizeBytes) {
    if (sizeBytes == 0) {
      return;
    }
    lock.lock();
    try {
      writtenBytes += sizeBytes;
      if (!closed) {
        target.write(bytes, offset, sizeBytes);
      }
    } catch (IOException readerHasGone) {
      closed = true;
      onClosed.run();
    } finally {
      lock.unlock();
    }
  }

  /** How much has been written. */
  long writtenBytes() {
    lock.lock();
    try {
      return writtenBytes;
    } finally {
      lock.unlock();
    }
  }

  /** Writes a message of the launcher's own as one line. */
  public void message(String text) {
    byte[] line = ("armci: " + text + System.lineSeparator()).getBytes(StandardCharsets.UTF_8);
    write(line, 0, line.length);
  }

  /** Passes bytes on as they come. */
  private final class Straight extends OutputStream {
    @Override
    public void write(int value) {
      write(new byte[] {(byte) value}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int sizeBytes) {
      OutputSink.this.write(bytes, offset, sizeBytes);
    }
  }
}
