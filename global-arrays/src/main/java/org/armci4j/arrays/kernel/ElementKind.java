package org.armci4j.arrays.kernel;

import java.lang.foreign.MemorySegment;
import org.armci4j.Accumulation;

/** The types of elements, and what the arrays of Java have for each of them. */
public enum ElementKind {
  BYTE(1, null),
  INT(Integer.BYTES, Accumulation.ofInt(1)),
  LONG(Long.BYTES, Accumulation.ofLong(1)),
  FLOAT(Float.BYTES, Accumulation.ofFloat(1)),
  DOUBLE(Double.BYTES, Accumulation.ofDouble(1)),
  /** Real and imaginary part. */
  COMPLEX_FLOAT(2 * Float.BYTES, Accumulation.ofComplexFloat(1, 0)),
  /** Real and imaginary part. */
  COMPLEX_DOUBLE(2 * Double.BYTES, Accumulation.ofComplexDouble(1, 0));

  private final int bytes;

  @SuppressWarnings("ImmutableEnumChecker") // an accumulation never changes
  private final Accumulation sum;

  ElementKind(int bytes, Accumulation sum) {
    this.bytes = bytes;
    this.sum = sum;
  }

  /** Returns the size of an element. */
  public int bytes() {
    return bytes;
  }

  /** Returns the sum without a factor, or null for elements that the core does not accumulate. */
  public Accumulation sum() {
    return sum;
  }

  /** Returns the type of an element's numbers, of which Java has arrays. */
  public ElementKind number() {
    return switch (this) {
      case COMPLEX_FLOAT -> FLOAT;
      case COMPLEX_DOUBLE -> DOUBLE;
      default -> this;
    };
  }

  /** Returns how many numbers an element has. */
  public int numbers() {
    return bytes / number().bytes;
  }

  /** Returns whether an element is one number with a fraction. */
  public boolean isFloating() {
    return this == FLOAT || this == DOUBLE;
  }

  /** Returns whether an element is one word that the core updates atomically. */
  public boolean isAtomic() {
    return numbers() == 1 && this != BYTE;
  }

  /** Returns the type's name for people. */
  public String label() {
    return switch (this) {
      case BYTE -> "byte";
      case INT -> "int";
      case LONG -> "long";
      case FLOAT -> "float";
      case DOUBLE -> "double";
      case COMPLEX_FLOAT -> "complex float";
      case COMPLEX_DOUBLE -> "complex double";
    };
  }

  /** Returns the kind of a Java array's numbers, or null when it is no array of such numbers. */
  public static ElementKind of(Object array) {
    return switch (array) {
      case byte[] _ -> BYTE;
      case int[] _ -> INT;
      case long[] _ -> LONG;
      case float[] _ -> FLOAT;
      case double[] _ -> DOUBLE;
      default -> null;
    };
  }

  /** Returns the elements of an array as memory, not a copy. */
  public static MemorySegment segment(Object array) {
    return switch (array) {
      case byte[] bytes -> MemorySegment.ofArray(bytes);
      case int[] ints -> MemorySegment.ofArray(ints);
      case long[] longs -> MemorySegment.ofArray(longs);
      case float[] floats -> MemorySegment.ofArray(floats);
      case double[] doubles -> MemorySegment.ofArray(doubles);
      default -> throw new IllegalArgumentException("no array of elements: " + array);
    };
  }
}
