package org.armci4j.transport.network;

import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import java.lang.foreign.MemorySegment;
import org.armci4j.transport.RemoteBlock;
import org.armci4j.transport.UpdateKind;

/**
 * Atomic operations on words of eight bytes of one rank. One word is served in one way only, by the
 * network or by its owner's helper thread and the CPUs of its host, as the setting of the network
 * says for the whole job: the two are not atomic to each other unless {@link
 * NetworkCapabilities#cpuCoherentAtomics} says so.
 */
public interface WordAtomics {
  /**
   * Adds; nobody wants the old value, so it is not waited for.
   *
   * @param address of the word
   * @param key of the memory that holds it
   * @param delta what to add
   */
  void add(long address, RemoteKey key, long delta);

  /**
   * Updates.
   *
   * @param address of the word
   * @param key of the memory that holds it
   * @param update what to do
   * @param operand the update's operand
   * @return the old value
   */
  long update(long address, RemoteKey key, UpdateKind update, long operand);

  /**
   * Replaces the expected value.
   *
   * @param address of the word
   * @param key of the memory that holds it
   * @param expected what it must hold
   * @param value its new value then
   * @return the old value
   */
  long compareAndSwap(long address, RemoteKey key, long expected, long value);

  /**
   * Whether what is started now is under way at once, and waits for no earlier operation to end: a
   * hint, and certain within a turn of {@link NetworkEndpoint#tryBegin}.
   */
  default boolean mayStart() {
    return true;
  }

  /**
   * Whether {@link #startUpdate} makes one operation of an update.
   *
   * @param update what to do
   * @return false where that is to be made of compare-and-swaps
   */
  default boolean isOneOperation(UpdateKind update) {
    return true;
  }

  /**
   * What becomes of a word.
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

  /**
   * Starts what {@link #update} does.
   *
   * @param address of the word
   * @param key of the memory that holds it
   * @param update what to do
   * @param operand the update's operand
   * @param result receives the old value, at any alignment
   * @param resultOffset first byte in the result
   * @return a ticket for the old value
   */
  default long startUpdate(
      long address,
      RemoteKey key,
      UpdateKind update,
      long operand,
      MemorySegment result,
      long resultOffset) {
    result.set(JAVA_LONG_UNALIGNED, resultOffset, update(address, key, update, operand));
    return RemoteBlock.COMPLETE;
  }

  /**
   * Starts what {@link #compareAndSwap} does; as {@link #startUpdate}.
   *
   * @param address of the word
   * @param key of the memory that holds it
   * @param expected what it must hold
   * @param value its new value then
   * @param result receives the old value, at any alignment
   * @param resultOffset first byte in the result
   * @return a ticket for the old value
   */
  default long startCompareAndSwap(
      long address,
      RemoteKey key,
      long expected,
      long value,
      MemorySegment result,
      long resultOffset) {
    result.set(JAVA_LONG_UNALIGNED, resultOffset, compareAndSwap(address, key, expected, value));
    return RemoteBlock.COMPLETE;
  }
}
