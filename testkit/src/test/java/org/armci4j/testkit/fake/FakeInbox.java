package org.armci4j.testkit.fake;

import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import org.armci4j.transport.network.HelperInbox;

/** Holds messages and notifications in the order of their arrival. */
final class FakeInbox implements HelperInbox {
  /** Stands for a notification among the messages. */
  static final MemorySegment NOTIFICATION = MemorySegment.ofArray(new long[0]);

  /** Stands for the notice of an answer. */
  static final MemorySegment ANSWER = MemorySegment.ofArray(new int[0]);

  private final Queue<MemorySegment> arrived = new ArrayDeque<>();
  private final int receives;
  private int releaseBytes;
  private boolean awake;

  /**
   * @param receives messages that it holds
   * @param releaseBytes messages are held back until {@link #release} gets this number; 0 for not
   *     at all
   */
  FakeInbox(int receives, int releaseBytes) {
    this.receives = receives;
    this.releaseBytes = releaseBytes;
  }

  /** Releases the messages that are held back, if {@code bytes} is the releasing number. */
  synchronized void release(long bytes) {
    if (bytes == releaseBytes) {
      releaseBytes = 0;
      wake();
    }
  }

  /** Returns whether messages are held back. */
  synchronized boolean isHeld() {
    return releaseBytes > 0;
  }

  /**
   * Returns whether there is room for one more message; otherwise it waits at its sender, and all
   * behind it.
   */
  synchronized boolean hasRoom() {
    return arrived.size() < receives;
  }

  /** Adds a message that has arrived and belongs to this inbox alone. */
  synchronized void add(MemorySegment message) {
    arrived.add(message);
    wake();
  }

  @Override
  public boolean receive(Receiver receiver) {
    MemorySegment next = take();
    if (next == null) {
      return false;
    }
    if (next.equals(NOTIFICATION)) {
      receiver.notified();
    } else if (next.equals(ANSWER)) {
      receiver.answered();
    } else {
      receiver.message(next, 0);
      next.fill((byte) -1); // A receiver that kept the message would read other bytes.
    }
    return true;
  }

  private synchronized MemorySegment take() {
    boolean held = releaseBytes > 0 && !arrived.isEmpty() && arrived.peek().byteSize() > 0;
    return held ? null : arrived.poll();
  }

  @Override
  public synchronized void arm() {
    awake = false;
  }

  @Override
  public synchronized void await(long timeoutNanos) {
    long endNanos = System.nanoTime() + timeoutNanos;
    try {
      for (long left = timeoutNanos; !awake && left > 0; left = endNanos - System.nanoTime()) {
        TimeUnit.NANOSECONDS.timedWait(this, left);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public synchronized void wake() {
    awake = true;
    notifyAll();
  }
}
