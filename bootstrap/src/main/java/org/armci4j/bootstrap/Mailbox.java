package org.armci4j.bootstrap;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The messages to one rank. Those that come before there is a listener wait for it. The listener is
 * called by one thread at a time and never under a lock: what it sends in turn may come back here.
 */
public final class Mailbox {
  private final Queue<Consumer<MessageListener>> waiting = new ArrayDeque<>();
  private MessageListener listener;
  private boolean delivering;

  /** An empty one, without a listener. */
  public Mailbox() {}

  /** Gives all messages, including those that came before, to {@code taker}. */
  public void open(MessageListener taker) {
    synchronized (this) {
      if (listener != null) {
        throw new IllegalStateException("this rank's messages have a listener already");
      }
      listener = taker;
    }
    deliver();
  }

  /** A message has come. */
  public void received(int from, byte[] message) {
    add(taker -> taker.received(from, message));
  }

  /** A message could not be brought. */
  public void undelivered(int to, String reason) {
    add(taker -> taker.undelivered(to, reason));
  }

  private void add(Consumer<MessageListener> news) {
    synchronized (this) {
      waiting.add(news);
    }
    deliver();
  }

  private void deliver() {
    for (Consumer<MessageListener> next = first(); next != null; next = next()) {
      try {
        next.accept(listener);
      } catch (RuntimeException mistake) {
        // Here, not in a field: a rank that logs nothing starts sooner without it.
        Logger log = LoggerFactory.getLogger(Mailbox.class);
        log.error("a listener for messages failed", mistake);
      }
    }
  }

  /** What is to be delivered first, or null when nothing is, or another thread delivers. */
  private synchronized Consumer<MessageListener> first() {
    if (delivering || listener == null) {
      return null;
    }
    delivering = true;
    return take();
  }

  private synchronized Consumer<MessageListener> next() {
    return take();
  }

  private Consumer<MessageListener> take() {
    Consumer<MessageListener> next = waiting.poll();
    delivering = next != null;
    return next;
  }
}
