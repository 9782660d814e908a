package org.armci4j;

import org.armci4j.transport.UpdateKind;

/**
 * Names the new value that an atomic operation computes from a word and its operand. The operation
 * returns the word's previous value.
 */
public enum AtomicUpdate {
  /** The sum; overflow wraps. */
  ADD(UpdateKind.ADD),
  /** The operand. */
  SWAP(UpdateKind.SWAP),
  /** The bitwise and. */
  AND(UpdateKind.AND),
  /** The bitwise inclusive or. */
  OR(UpdateKind.OR),
  /** The bitwise exclusive or. */
  XOR(UpdateKind.XOR),
  /** The smaller one of both, with their signs; of floating-point numbers {@link Math#min}. */
  MIN(UpdateKind.MIN),
  /** The larger one of both, with their signs; of floating-point numbers {@link Math#max}. */
  MAX(UpdateKind.MAX);

  private final UpdateKind kind;

  AtomicUpdate(UpdateKind kind) {
    this.kind = kind;
  }

  /** Returns the same update as transports take it. */
  UpdateKind kind() {
    return kind;
  }
}
