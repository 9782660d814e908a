package org.armci4j.bootstrap;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Holds the messages to one rank. Messages wait until there is a listener. One thread at a time
 * calls the listener, never under a lock, as a message that it sends may come back here.
 */
public final class Mailbox {
  private final Queue<Consumer<MessageListener>> waiting = new ArrayDeque<>();
  private MessageListener listener;
  private boolean delivering;

  /** Makes an empty mailbox without a listener. */
  public Mailbox() {}

  /** Passes all messages, including those that came before, to {@code taker}. */
  public void open(MessageListener taker) {
    synchronized (this) {
      if (listener != null) {
        throw new IllegalStateException("this rank's messages have a listener already");
      }
      listener = taker;
    }
    deliver();
  }

  /** Takes in a message from rank {@code from}. */
  public void received(int from, byte[] message) {
    add(taker -> taker.received(from, message));
  }

  /** Takes in the news that a message to rank {@code to} could not be delivered. */
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
        // A local logger: a rank that logs nothing starts sooner without the logging library.
        Logger log = LoggerFactory.getLogger(Mailbox.class);
        log.error("a listener for messages failed", mistake);
      }
    }
  }

  /** Returns the first message to deliver; null when there is none, or another thread delivers. */
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
