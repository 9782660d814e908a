package org.armci4j;

/**
 * Names the new value that an atomic operation computes from a word and its operand. The operation
 * returns the word's previous value.
 */
public enum AtomicUpdate {
  /** The sum; overflow wraps. */
  ADD,
  /** The operand. */
  SWAP,
  /** The bitwise and. */
  AND,
  /** The bitwise inclusive or. */
  OR,
  /** The bitwise exclusive or. */
  XOR
}
