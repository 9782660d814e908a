package org.armci4j.arrays.kernel;

import java.lang.foreign.MemorySegment;
import org.armci4j.Accumulation;

/** The types of elements, and what the arrays of Java have for each of them. */
public enum ElementKind {
  BYTE(1, null),
  INT(Integer.BYTES, Accumulation.ofInt(1)),
  LONG(Long.BYTES, Accumulation.ofLong(1)),
  FLOAT(Float.BYTES, Accumulation.ofFloat(1)),
  DOUBLE(Double.BYTES, Accumulation.ofDouble(1));

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

  /** Returns Java's name of the type. */
  public String label() {
    return switch (this) {
      case BYTE -> "byte";
      case INT -> "int";
      case LONG -> "long";
      case FLOAT -> "float";
      case DOUBLE -> "double";
    };
  }

  /** Returns the kind of an array's elements, or null when it is no array of such elements. */
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
