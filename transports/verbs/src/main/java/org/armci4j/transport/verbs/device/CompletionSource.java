package org.armci4j.transport.verbs.device;

/** Gives completions: a {@link CompletionQueue}, or a wrapper that injects faults. */
public interface CompletionSource {
  /**
   * Takes the completions that are there, as many as the batch holds. Allocates nothing.
   *
   * @param batch receives them, in place of its earlier content
   * @return their number
   */
  int poll(Completions batch);

  /**
   * Asks for an event at the next completion. Poll once more before sleeping: an earlier completion
   * gives no event.
   *
   * @param solicitedOnly whether only for completions of receives that the sender marked as
   *     solicited, and errors
   */
  void requestNotification(boolean solicitedOnly);

  /**
   * Sleeps until an event comes, another thread calls {@link #wake}, or the time is over; it may
   * also return early. One thread at a time may call it.
   *
   * @param timeoutNanos longest sleep
   * @return whether there was an event or a wake
   */
  boolean awaitEvent(long timeoutNanos);

  /** Wakes the sleeping thread, or else ends the next sleep at once. Any thread may call it. */
  void wake();
}
