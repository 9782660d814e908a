package org.armci4j.collectives;

/** What the elements of a buffer are. All are in the native byte order, at any alignment. */
public enum ElementType {
  /** One byte; for data that is only moved, and for a reduction of the user's own. */
  BYTE(1, false),
  /** An int. */
  INT(4, true),
  /** A long. */
  LONG(8, true),
  /** A float. */
  FLOAT(4, false),
  /** A double. */
  DOUBLE(8, false),
  /** A pair of floats: real and imaginary part. */
  COMPLEX_FLOAT(8, false),
  /** A pair of doubles: real and imaginary part. */
  COMPLEX_DOUBLE(16, false),
  /** An int and the int index that goes with it. */
  INDEXED_INT(8, true),
  /** A long and the long index that goes with it. */
  INDEXED_LONG(16, true),
  /** A float and the int index that goes with it. */
  INDEXED_FLOAT(8, false),
  /** A double and the long index that goes with it. */
  INDEXED_DOUBLE(16, false);

  private final int sizeBytes;
  private final boolean integer;

  ElementType(int sizeBytes, boolean integer) {
    this.sizeBytes = sizeBytes;
    this.integer = integer;
  }

  /**
   * How large one element is.
   *
   * @return the size in bytes
   */
  public int sizeBytes() {
    return sizeBytes;
  }

  /** Whether arithmetic on it is exact, so that its order makes no difference. */
  boolean isInteger() {
    return integer;
  }
}
