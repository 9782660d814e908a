package org.armci4j.transport;

/** Names the new value that {@link BlockAtomics} compute from a word and an operand. */
public enum UpdateKind {
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
