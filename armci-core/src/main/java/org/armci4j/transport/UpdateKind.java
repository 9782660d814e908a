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
  XOR,
  /** The smaller one of both, with their signs. */
  MIN,
  /** The larger one of both, with their signs. */
  MAX;

  /**
   * Returns the new value of a word.
   *
   * @param word its value before; of a word of four bytes with its sign in the upper ones
   * @param operand the update's operand, in the same form
   * @return the value after the update
   */
  public long after(long word, long operand) {
    return switch (this) {
      case ADD -> word + operand;
      case SWAP -> operand;
      case AND -> word & operand;
      case OR -> word | operand;
      case XOR -> word ^ operand;
      case MIN -> Math.min(word, operand);
      case MAX -> Math.max(word, operand);
    };
  }
}
