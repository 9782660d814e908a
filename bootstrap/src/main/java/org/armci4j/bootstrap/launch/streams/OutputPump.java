package org.armci4j.bootstrap.launch.streams;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;

/** Carries one output stream of one rank's process to the launcher, on a thread of its own. */
public final class OutputPump {
  private static final int BUFFER_BYTES = 64 * 1024;

  /**
   * A reader that waits this long after the process has ended waits for another process, which has
   * inherited the stream.
   */
  private static final long QUIET_NANOS = 250_000_000;

  private final Thread thread;
  private volatile long reads;
  private volatile boolean reading;

  private OutputPump(String name, InputStream from, OutputStream to) {
    thread = Thread.ofPlatform().name(name).daemon().unstarted(() -> carry(from, to));
  }

  /** Begins to carry; the thread is called {@code name}, and closes {@code to} at the end. */
  public static OutputPump start(String name, InputStream from, OutputStream to) {
    OutputPump pump = new OutputPump(name, from, to);
    pump.thread.start();
    return pump;
  }

  @SuppressWarnings("NonAtomicVolatileUpdate") // one writer; volatile is for the reader
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
      // Closed while being read: there is nothing more to come.
    }
  }

  /**
   * Waits until all that an ended process has written is delivered, however slow the launcher's own
   * output is. Does not wait for a descendant of the rank that holds the stream open and is silent.
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
