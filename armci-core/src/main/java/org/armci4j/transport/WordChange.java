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
  /** The smaller one of two integers. */
  MIN(UpdateKind.MIN),
  /** The larger one of two integers. */
  MAX(UpdateKind.MAX),
  /** The sum of floating-point numbers, whose bits words and operands hold. */
  ADD_NUMBER(NumberUpdate.ADD),
  /** The smaller one of two floating-point numbers. */
  MIN_NUMBER(NumberUpdate.MIN),
  /** The larger one of two floating-point numbers. */
  MAX_NUMBER(NumberUpdate.MAX),
  /** The new value, where the word holds the expected value. */
  COMPARE_AND_SWAP(null, null);

  private static final WordChange[] ALL = values();

  private final UpdateKind kind;
  private final NumberUpdate number;

  WordChange(UpdateKind kind, NumberUpdate number) {
    this.kind = kind;
    this.number = number;
  }

  WordChange(UpdateKind kind) {
    this(kind, null);
  }

  WordChange(NumberUpdate number) {
    this(null, number);
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
   * Returns the same change as an update of a floating-point number.
   *
   * @return null where the words are no such numbers
   */
  public NumberUpdate number() {
    return number;
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
   * Returns the change that is an update of one word.
   *
   * @param kind the kind of update
   * @return the change with this {@link #kind}
   */
  public static WordChange of(UpdateKind kind) {
    return switch (kind) {
      case ADD -> ADD;
      case SWAP -> SWAP;
      case AND -> AND;
      case OR -> OR;
      case XOR -> XOR;
      case MIN -> MIN;
      case MAX -> MAX;
    };
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
