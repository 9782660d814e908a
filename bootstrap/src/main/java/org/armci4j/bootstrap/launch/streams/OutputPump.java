package org.armci4j.bootstrap.launch.streams;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;

/** Carries one output stream of a rank's process to the launcher, on a thread of its own. */
public final class OutputPump {
  private static final int BUFFER_BYTES = 64 * 1024;

  /**
   * Time without input, after the process has ended, that shows that a descendant holds the stream
   * open.
   */
  private static final long QUIET_NANOS = 250_000_000;

  private final Thread thread;
  private volatile long reads;
  private volatile boolean reading;

  private OutputPump(String name, InputStream from, OutputStream to) {
    thread = Thread.ofPlatform().name(name).daemon().unstarted(() -> carry(from, to));
  }

  /** Begins to carry. The thread is called {@code name}, and closes {@code to} at the end. */
  public static OutputPump start(String name, InputStream from, OutputStream to) {
    OutputPump pump = new OutputPump(name, from, to);
    pump.thread.start();
    return pump;
  }

  @SuppressWarnings("NonAtomicVolatileUpdate") // one thread writes; others read
  private void carry(InputStream from, OutputStream to) {
    byte[] buffer = new byte[BUFFER_BYTES];
    try (to) {
      while (true) {
        reads++;
        reading = true;
        int count = from.read(buffer, 0, buffer.length);
        reading = false;
        if (count < 0) {
          return;
        }
        to.write(buffer, 0, count);
      }
    } catch (IOException streamOfADeadProcess) {
      // The stream was closed during the read: there is nothing more to come.
    }
  }

  /**
   * Waits until all output of an ended process is delivered, however slow the launcher's own output
   * is. Does not wait for a silent descendant of the rank that holds the stream open.
   *
   * @param deadlineNanos when to give up, by {@link System#nanoTime}
   */
  public void awaitEnd(long deadlineNanos) throws InterruptedException {
    long seen = -1;
    long left = deadlineNanos - System.nanoTime();
    while (left > 0 && !thread.join(Duration.ofNanos(Math.min(left, QUIET_NANOS)))) {
      long now = reads;
      if (reading && now == seen) {
        return;
      }
      seen = now;
      left = deadlineNanos - System.nanoTime();
    }
  }
}
