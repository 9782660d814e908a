package org.armci4j.transport;

/** Names how the words of an {@link UpdateList} change. */
public enum WordChange {
  /** The sum of integers; overflow wraps. */
  ADD(UpdateKind.ADD),
  /** The operand. */
  SWAP(UpdateKind.SWAP),
  /** The bitwise and. */
  AND(UpdateKind.AND),
  /** The bitwise inclusive or. */
  OR(UpdateKind.OR),
  /** The bitwise exclusive or. */
  XOR(UpdateKind.XOR),
  /** The sum of floating-point numbers, whose bits words and operands hold. */
  ADD_NUMBER(null),
  /** The new value, where the word holds the expected value. */
  COMPARE_AND_SWAP(null);

  private static final WordChange[] ALL = values();

  private final UpdateKind kind;

  WordChange(UpdateKind kind) {
    this.kind = kind;
  }

  /**
   * Returns the same change as an update of one word.
   *
   * @return null where {@link BlockAtomics} have no such update
   */
  public UpdateKind kind() {
    return kind;
  }

  /**
   * Returns the number by which messages name the change.
   *
   * @return from 0
   */
  @SuppressWarnings("EnumOrdinal") // all ranks of a job run the same classes
  public int code() {
    return ordinal();
  }

  /**
   * Returns the change that a message names.
   *
   * @param code from another rank
   * @return the change with this {@link #code}
   * @throws IllegalArgumentException when there is no such change
   */
  public static WordChange of(int code) {
    if (code < 0 || code >= ALL.length) {
      throw new IllegalArgumentException("there is no change of words with the code " + code);
    }
    return ALL[code];
  }
}
