package org.armci4j;

/**
 * What an atomic operation makes of a word and its operand; it returns what the word held before.
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
