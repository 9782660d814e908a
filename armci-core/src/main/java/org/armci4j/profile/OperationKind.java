package org.armci4j.profile;

import java.util.Locale;

/** Kinds of operations that {@link Counters} tells apart. */
public enum OperationKind {
  /** Puts of contiguous data, of arrays and of single values. */
  PUT,
  /** Gets of contiguous data, of arrays and of single values. */
  GET,
  /** Accumulates of contiguous data. */
  ACCUMULATE,
  /** Puts of a list of segments; each list is one operation. */
  PUT_LIST,
  /** Gets of a list of segments; each list is one operation. */
  GET_LIST,
  /** Accumulates of a list of segments; each list is one operation. */
  ACCUMULATE_LIST,
  /** Atomic operations on a word; their bytes are those of the word. */
  ATOMIC,
  /** Atomic operations on a list of words; each list is one operation. */
  ATOMIC_LIST,
  /** Signals, alone or behind a put; their bytes are those of the word. */
  SIGNAL,
  /** Messages of procedure calls: requests, and answers of handlers. */
  CALL;

  private final String label = name().toLowerCase(Locale.ROOT).replace('_', ' ');

  /**
   * Returns the place of the kind in the numbers of {@link Counters}.
   *
   * @return from 0
   */
  @SuppressWarnings("EnumOrdinal") // the numbers are in the order of the constants
  public int index() {
    return ordinal();
  }

  /**
   * Returns the kind in words.
   *
   * @return such as {@code put list}
   */
  public String label() {
    return label;
  }
}
