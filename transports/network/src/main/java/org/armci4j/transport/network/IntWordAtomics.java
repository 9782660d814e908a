package org.armci4j.transport.network;

import org.armci4j.transport.UpdateKind;

/**
 * Atomic operations on words of four bytes of one rank, atomic to those of its host's CPUs: most
 * networks leave them to its helper thread.
 */
public interface IntWordAtomics {
  /**
   * Updates.
   *
   * @param address of the word
   * @param key of the memory that holds it
   * @param update what to do
   * @param operand the update's operand
   * @return the old value
   */
  int updateInt(long address, RemoteKey key, UpdateKind update, int operand);

  /**
   * Replaces the expected value.
   *
   * @param address of the word
   * @param key of the memory that holds it
   * @param expected what it must hold
   * @param value its new value then
   * @return the old value
   */
  int compareAndSwapInt(long address, RemoteKey key, int expected, int value);
}
