package org.armci4j.transport.shared;

/** Sleeping on a word of shared memory, and waking the threads that sleep there. */
interface Futex {
  /**
   * Sleeps while the word holds {@code expected}, until woken or the time is over. May return
   * early.
   *
   * @param address of a 32-bit word
   * @param expected the word's value when the caller decided to sleep
   * @param timeoutNanos the longest sleep
   */
  void await(long address, int expected, long timeoutNanos);

  /**
   * Wakes all threads that sleep on the word, in every process.
   *
   * @param address of a 32-bit word
   */
  void wakeAll(long address);
}
