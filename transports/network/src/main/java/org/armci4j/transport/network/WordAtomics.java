package org.armci4j.transport.network;

import java.lang.foreign.MemorySegment;
import org.armci4j.transport.WordChange;

/**
 * Starts atomic updates of one rank's words, each in a turn of {@link NetworkEndpoint#tryBegin}.
 * Either the network updates a word, or the helper thread of the word's owner and the CPUs of its
 * host do. A setting of the network decides this for the whole job: the two are not atomic to each
 * other unless {@link NetworkCapabilities#cpuCoherentAtomics} says so.
 */
public interface WordAtomics {
  /**
   * Adds to a word of eight bytes; the old value is discarded.
   *
   * @param address address of the word
   * @param key key of the memory that holds the word
   * @param delta number to add
   */
  void add(long address, RemoteKey key, long delta);

  /**
   * Starts a change that {@linkplain #isOneOperation is one operation}.
   *
   * @param change how the word changes
   * @param lengthBytes length of the word: 8, or 4 where {@link #updatesInts} is true
   * @param address address of the word
   * @param key key of the memory that holds the word
   * @param operand operand of the update, or the expected value of a compare-and-swap
   * @param value new value of a compare-and-swap
   * @param result receives the old value
   * @param resultOffset first byte in the result, at any alignment
   * @return a ticket; the old value is in place when it is complete
   */
  long change(
      WordChange change,
      int lengthBytes,
      long address,
      RemoteKey key,
      long operand,
      long value,
      MemorySegment result,
      long resultOffset);

  /** Returns whether an update can start in this turn without a wait for earlier operations. */
  default boolean mayStart() {
    return true;
  }

  /**
   * Returns whether the network also updates words of four bytes, atomic to the CPUs of their host.
   * Most networks leave those words to the helper thread.
   */
  default boolean updatesInts() {
    return false;
  }

  /**
   * Returns whether the network makes a change as one operation. Always true for a
   * compare-and-swap. Other changes are made from it where this is false.
   */
  default boolean isOneOperation(WordChange change) {
    return true;
  }
}
