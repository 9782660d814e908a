package org.armci4j.collectives;

import org.armci4j.kernel.loops.Element;

/** What the elements of a buffer are. All are in the native byte order, at any alignment. */
public enum ElementType {
  /** One byte; for data that is only moved, and for a reduction of the user's own. */
  BYTE(null),
  /** An int. */
  INT(Element.INT),
  /** A long. */
  LONG(Element.LONG),
  /** A float. */
  FLOAT(Element.FLOAT),
  /** A double. */
  DOUBLE(Element.DOUBLE),
  /** A pair of floats: real and imaginary part. */
  COMPLEX_FLOAT(Element.COMPLEX_FLOAT),
  /** A pair of doubles: real and imaginary part. */
  COMPLEX_DOUBLE(Element.COMPLEX_DOUBLE),
  /** An int and the int index that goes with it. */
  INDEXED_INT(Element.INDEXED_INT),
  /** A long and the long index that goes with it. */
  INDEXED_LONG(Element.INDEXED_LONG),
  /** A float and the int index that goes with it. */
  INDEXED_FLOAT(Element.INDEXED_FLOAT),
  /** A double and the long index that goes with it. */
  INDEXED_DOUBLE(Element.INDEXED_DOUBLE);

  private final Element element;

  ElementType(Element element) {
    this.element = element;
  }

  /**
   * Returns the size of an element in bytes.
   *
   * @return the size in bytes
   */
  public int sizeBytes() {
    return element == null ? 1 : element.sizeBytes();
  }

  /** Returns whether arithmetic on it is exact, so that its order makes no difference. */
  boolean isInteger() {
    return element != null && element.isInteger();
  }

  /** Returns the type by which the loops know it; null for bytes, for which there are none. */
  Element element() {
    return element;
  }
}
