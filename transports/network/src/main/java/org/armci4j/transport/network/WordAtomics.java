package org.armci4j.transport.network;

import java.lang.foreign.MemorySegment;
import org.armci4j.transport.UpdateKind;

/**
 * Atomic operations on words of one rank, each started in a turn of {@link
 * NetworkEndpoint#tryBegin}. One word is served in one way only, by the network or by its owner's
 * helper thread and the CPUs of its host, as the setting of the network says for the whole job: the
 * two are not atomic to each other unless {@link NetworkCapabilities#cpuCoherentAtomics} says so.
 */
public interface WordAtomics {
  /**
   * Adds to a word of eight bytes, whose old value nobody wants.
   *
   * @param address of the word
   * @param key of the memory that holds it
   * @param delta what to add
   */
  void add(long address, RemoteKey key, long delta);

  /**
   * Starts an update that {@link #isOneOperation}.
   *
   * @param lengthBytes of the word, 8, or 4 where the network {@link #updatesInts}
   * @param address of the word
   * @param key of the memory that holds it
   * @param update what to do
   * @param operand the update's operand
   * @param result receives the old value, at any alignment
   * @param resultOffset first byte in the result
   * @return a ticket for the old value
   */
  long update(
      int lengthBytes,
      long address,
      RemoteKey key,
      UpdateKind update,
      long operand,
      MemorySegment result,
      long resultOffset);

  /**
   * Starts to replace the expected value.
   *
   * @param lengthBytes of the word, 8, or 4 where the network {@link #updatesInts}
   * @param address of the word
   * @param key of the memory that holds it
   * @param expected what it must hold
   * @param value its new value then
   * @param result receives the old value, at any alignment
   * @param resultOffset first byte in the result
   * @return a ticket for the old value
   */
  long compareAndSwap(
      int lengthBytes,
      long address,
      RemoteKey key,
      long expected,
      long value,
      MemorySegment result,
      long resultOffset);

  /** Returns whether what is started in this turn waits for no earlier operation to end. */
  default boolean mayStart() {
    return true;
  }

  /**
   * Returns whether words of four bytes are updated too, atomic to the CPUs of their host. Most
   * networks leave those words to the helper thread.
   */
  default boolean updatesInts() {
    return false;
  }

  /**
   * Returns whether an update is one operation.
   *
   * @param update what to do
   * @return false where the update must be made of compare-and-swaps
   */
  default boolean isOneOperation(UpdateKind update) {
    return true;
  }

  /**
   * Returns what becomes of a word.
   *
   * @param update what to do
   * @param value it holds
   * @param operand of the update
   * @return its new value
   */
  static long after(UpdateKind update, long value, long operand) {
    return switch (update) {
      case ADD -> value + operand;
      case SWAP -> operand;
      case AND -> value & operand;
      case OR -> value | operand;
      case XOR -> value ^ operand;
    };
  }
}
