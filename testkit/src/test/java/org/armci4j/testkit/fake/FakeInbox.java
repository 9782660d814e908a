package org.armci4j.testkit.fake;

import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import org.armci4j.transport.network.HelperInbox;

/** Messages and notifications in the order of their arrival. */
final class FakeInbox implements HelperInbox {
  /** Stands for a notification among the messages. */
  static final MemorySegment NOTIFICATION = MemorySegment.ofArray(new long[0]);

  /** Stands for the news of an answer. */
  static final MemorySegment ANSWER = MemorySegment.ofArray(new int[0]);

  private final Queue<MemorySegment> arrived = new ArrayDeque<>();
  private final int receives;
  private int releaseBytes;
  private boolean awake;

  /**
   * @param receives how many it holds
   * @param releaseBytes messages are held back until {@link #release} is called with so many
   */
  FakeInbox(int receives, int releaseBytes) {
    this.receives = receives;
    this.releaseBytes = releaseBytes;
  }

  /** Lets the messages go that are held back, if that is the number that does. */
  synchronized void release(long bytes) {
    if (bytes == releaseBytes) {
      releaseBytes = 0;
      wake();
    }
  }

  /** Whether messages are held back. */
  synchronized boolean isHeld() {
    return releaseBytes > 0;
  }

  /** Whether there is room for one more: else it waits at its sender, and all behind it. */
  synchronized boolean hasRoom() {
    return arrived.size() < receives;
  }

  /** A message has arrived, which nobody else has. */
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
      next.fill((byte) -1); // A receiver that keeps it would not read what it thinks.
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
