package org.armci4j.kernel.loops;

/** Types of elements that loops combine, in the native byte order, at any alignment. */
public enum Element {
  INT(4, null),
  LONG(8, null),
  FLOAT(4, null),
  DOUBLE(8, null),
  /** Real and imaginary part. */
  COMPLEX_FLOAT(8, FLOAT),
  /** Real and imaginary part. */
  COMPLEX_DOUBLE(16, DOUBLE),
  /** A value and its index, an int. */
  INDEXED_INT(8, INT),
  /** A value and its index, a long. */
  INDEXED_LONG(16, LONG),
  /** A value and its index, an int. */
  INDEXED_FLOAT(8, FLOAT),
  /** A value and its index, a long. */
  INDEXED_DOUBLE(16, DOUBLE);

  private final int sizeBytes;
  private final Element part;

  Element(int sizeBytes, Element part) {
    this.sizeBytes = sizeBytes;
    this.part = part;
  }

  /** Returns the size of one element, in bytes. */
  public int sizeBytes() {
    return sizeBytes;
  }

  /** Returns the type of a pair's first part, or the type itself for a number. */
  Element part() {
    return part == null ? this : part;
  }

  /** Returns whether this is a pair of real and imaginary part. */
  boolean isComplex() {
    return this == COMPLEX_FLOAT || this == COMPLEX_DOUBLE;
  }

  /** Returns whether this is a pair of value and index. */
  boolean isIndexed() {
    return part != null && !isComplex();
  }

  /**
   * Returns whether arithmetic on it, or on its value, is exact, so that its order makes no
   * difference.
   */
  public boolean isInteger() {
    return part() == INT || part() == LONG;
  }
}
