package org.armci4j;

import org.armci4j.transport.WordUpdate;

/**
 * Names the new value that an atomic operation computes from a word and its operand. The operation
 * returns the word's previous value.
 */
public enum AtomicUpdate {
  /** The sum; overflow wraps. */
  ADD(WordUpdate.ADD),
  /** The operand. */
  SWAP(WordUpdate.SWAP),
  /** The bitwise and. */
  AND(WordUpdate.AND),
  /** The bitwise inclusive or. */
  OR(WordUpdate.OR),
  /** The bitwise exclusive or. */
  XOR(WordUpdate.XOR);

  private final WordUpdate word;

  AtomicUpdate(WordUpdate word) {
    this.word = word;
  }

  /** Returns the same update as transports take it. */
  WordUpdate word() {
    return word;
  }
}
