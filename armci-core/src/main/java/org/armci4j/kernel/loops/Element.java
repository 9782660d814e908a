package org.armci4j.kernel.loops;

/** What loops combine, in the native byte order, at any alignment. */
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

  /** How large one is, in bytes. */
  public int sizeBytes() {
    return sizeBytes;
  }

  /** Of a pair the type of its first part, of a number itself. */
  Element part() {
    return part == null ? this : part;
  }

  /** Whether it is a pair of real and imaginary part. */
  boolean isComplex() {
    return this == COMPLEX_FLOAT || this == COMPLEX_DOUBLE;
  }

  /** Whether it is a pair of value and index. */
  boolean isIndexed() {
    return part != null && !isComplex();
  }

  /** Whether arithmetic on it, or on its value, is exact, so that its order makes no difference. */
  public boolean isInteger() {
    return part() == INT || part() == LONG;
  }
}
