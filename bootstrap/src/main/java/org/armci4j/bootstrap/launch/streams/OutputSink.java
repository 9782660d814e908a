package org.armci4j.bootstrap.launch.streams;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/**
 * Standard output or standard error, shared by all ranks. Every {@link #write} comes out whole, so
 * a thread with complete lines cannot tear other threads' lines.
 *
 * <p>A rank may have started a line and not ended it. Other ranks and the launcher write below that
 * line. Ranks that are processes first give the rank a moment to end its line.
 */
public final class OutputSink {
  /** How long a started line keeps other ranks from writing below it. */
  static final long PATIENCE_NANOS = 500_000_000;

  private static final byte[] LINE_END = {'\n'};

  private final OutputStream target;
  private final Runnable onClosed;
  private final boolean patient;
  private final Consumer<LineRelay> startedLines;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition lineEnded = lock.newCondition();
  private boolean closed;
  private long writtenBytes;

  /** Writer of the last line while the line has no end, or null. */
  private Object writer;

  /** When that line was begun or continued below others, by {@link System#nanoTime}. */
  private long openedNanos;

  /** Whether to wait for the end of that line: no other rank has written into it yet. */
  private boolean inOnePiece;

  /**
   * Makes a sink on a stream.
   *
   * @param target gets the bytes; not buffered, or ranks' output would lag
   * @param onClosed called once, when the reader of the stream has gone
   * @param patient whether a writer waits for the end of another rank's started line; false where
   *     the writer holds a lock that the other rank needs to write on
   */
  OutputSink(OutputStream target, Runnable onClosed, boolean patient) {
    this(target, onClosed, patient, new StartedLines()::add);
  }

  /** Makes a sink with its own queue of started lines. */
  OutputSink(
      OutputStream target, Runnable onClosed, boolean patient, Consumer<LineRelay> startedLines) {
    this.target = target;
    this.onClosed = onClosed;
    this.patient = patient;
    this.startedLines = startedLines;
  }

  /** Returns standard output; {@code onClosed} is called once, when its reader has gone. */
  public static OutputSink standardOutput(Runnable onClosed) {
    return new OutputSink(new FileOutputStream(FileDescriptor.out), onClosed, true);
  }

  /** Returns standard error. A job goes on when the reader of its standard error has gone. */
  public static OutputSink standardError() {
    return new OutputSink(new FileOutputStream(FileDescriptor.err), () -> {}, true);
  }

  /**
   * Returns one of the two streams for ranks that are threads: they print through one {@link
   * java.io.PrintStream}, whose lock a thread holds while it writes.
   */
  public static OutputSink ofThreads(FileDescriptor stream) {
    return new OutputSink(new FileOutputStream(stream), () -> {}, false);
  }

  /**
   * Returns the stream for one rank's output: in whole lines, or unchanged for a single rank.
   *
   * @param rank the rank
   * @param size number of ranks
   * @param label whether lines start with {@code "[rank] "}
   */
  public OutputStream forRank(int rank, int size, boolean label) {
    if (label) {
      return new LineRelay(this, ("[" + rank + "] ").getBytes(StandardCharsets.US_ASCII));
    }
    return size == 1 ? new Straight() : new LineRelay(this, new byte[0]);
  }

  /** Writes the launcher's own message, whole, at the beginning of a line. */
  public void write(byte[] bytes, int offset, int sizeBytes) {
    lock.lock();
    try {
      endLineOfOthers(null);
      put(bytes, offset, sizeBytes);
    } finally {
      lock.unlock();
    }
  }

  /**
   * Writes a relay's bytes, without bytes of others in between.
   *
   * @param label comes first if the bytes continue a line below other output; null if they begin a
   *     line
   */
  void write(Object relay, byte[] label, byte[] bytes, int sizeBytes) {
    lock.lock();
    try {
      awaitLineEndOfOthers(relay);
      pass(relay, label, bytes, sizeBytes);
    } finally {
      lock.unlock();
    }
  }

  /** Does the same for a started line. Returns false while another started line is in its way. */
  boolean begin(Object relay, byte[] label, byte[] bytes, int sizeBytes) {
    lock.lock();
    try {
      if (isOfOthers(relay) && System.nanoTime() - openedNanos < PATIENCE_NANOS) {
        return false;
      }
      pass(relay, label, bytes, sizeBytes);
      return true;
    } finally {
      lock.unlock();
    }
  }

  /** Ends all waits for the end of a line whose relay writes no more. */
  void leave(Object relay) {
    lock.lock();
    try {
      if (relay.equals(writer)) {
        inOnePiece = false;
        openedNanos -= PATIENCE_NANOS;
        lineEnded.signalAll();
      }
    } finally {
      lock.unlock();
    }
  }

  private boolean isOfOthers(Object relay) {
    return writer != null && !writer.equals(relay);
  }

  private void awaitLineEndOfOthers(Object relay) {
    try {
      while (patient && isOfOthers(relay) && inOnePiece) {
        long left = openedNanos + PATIENCE_NANOS - System.nanoTime();
        if (left <= 0) {
          return;
        }
        long _ = lineEnded.awaitNanos(left);
      }
    } catch (InterruptedException goOn) {
      Thread.currentThread().interrupt();
    }
  }

  private void pass(Object relay, byte[] label, byte[] bytes, int sizeBytes) {
    boolean continues = relay.equals(writer);
    endLineOfOthers(relay);
    if (!continues) {
      if (label != null) {
        put(label, 0, label.length);
      }
      openedNanos = System.nanoTime();
      inOnePiece = label == null;
    }
    put(bytes, 0, sizeBytes);
    writer = LineRelay.endsLine(bytes[sizeBytes - 1]) ? null : relay;
    lineEnded.signalAll();
  }

  private void endLineOfOthers(Object relay) {
    if (isOfOthers(relay)) {
      put(LINE_END, 0, LINE_END.length);
      writer = null;
    }
  }

  /** Writes bytes, or drops them once the reader has gone. */
  private void put(byte[] bytes, int offset, int sizeBytes) {
    writtenBytes += sizeBytes;
    try {
      if (!closed && sizeBytes > 0) {
        target.write(bytes, offset, sizeBytes);
      }
    } catch (IOException readerHasGone) {
      closed = true;
      onClosed.run();
    }
  }

  /** Has {@link LineRelay#passStartedLine} called after a while. */
  void passLater(LineRelay relay) {
    startedLines.accept(relay);
  }

  /** Returns the number of bytes written. */
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

  /** Passes bytes on as they come. A single rank may have both its streams in one sink. */
  private final class Straight extends OutputStream {
    @Override
    public void write(int value) {
      write(new byte[] {(byte) value}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int sizeBytes) {
      if (sizeBytes > 0) {
        lock.lock();
        try {
          put(bytes, offset, sizeBytes);
          writer = LineRelay.endsLine(bytes[offset + sizeBytes - 1]) ? null : OutputSink.this;
        } finally {
          lock.unlock();
        }
      }
    }
  }
}
