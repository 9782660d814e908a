package org.armci4j.transport.shared;

import org.armci4j.transport.UpdateKind;

/**
 * Atomic updates of a block's words of eight bytes by a network's device, for blocks that loads and
 * stores reach too. CPUs are not atomic to such a device, so it makes all updates of these words.
 */
public interface DeviceWords {
  /**
   * Updates a word and waits for it.
   *
   * @param update the kind of update
   * @param offset first byte of the word in the block
   * @param operand the update's operand
   * @return the value before
   */
  long update(UpdateKind update, long offset, long operand);

  /**
   * Replaces a word if it holds the expected value, and waits for it.
   *
   * @param offset first byte of the word in the block
   * @param expected the value that the word must hold
   * @param value the new value in that case
   * @return the value before
   */
  long compareAndSwap(long offset, long expected, long value);
}
