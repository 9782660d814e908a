package org.armci4j.arrays.kernel;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.armci4j.kernel.NativeMemory;

/**
 * Turns elements into whole numbers that have the same order, and back. Floating-point numbers have
 * the order of {@link Double#compare}: −0.0 is before 0.0, and NaN behind all others. All NaNs
 * become the one of Java.
 */
public final class SortKeys {
  private SortKeys() {}

  /**
   * Reads elements as keys.
   *
   * @param kind of the elements, which are no complex numbers
   * @param from native memory
   * @param offset of the first element
   * @param keys receives a key for each of its places
   */
  public static void read(ElementKind kind, MemorySegment from, long offset, long[] keys) {
    MemorySegment memory = NativeMemory.exact(from);
    switch (kind) {
      case BYTE -> {
        for (int i = 0; i < keys.length; i++) {
          keys[i] = memory.get(ValueLayout.JAVA_BYTE, offset + i);
        }
      }
      case INT -> {
        for (int i = 0; i < keys.length; i++) {
          keys[i] = memory.get(ValueLayout.JAVA_INT, offset + 4L * i);
        }
      }
      case LONG -> MemorySegment.copy(memory, ValueLayout.JAVA_LONG, offset, keys, 0, keys.length);
      case FLOAT -> {
        for (int i = 0; i < keys.length; i++) {
          int bits = Float.floatToIntBits(memory.get(ValueLayout.JAVA_FLOAT, offset + 4L * i));
          keys[i] = mirrored(bits);
        }
      }
      case DOUBLE -> {
        for (int i = 0; i < keys.length; i++) {
          long bits = Double.doubleToLongBits(memory.get(ValueLayout.JAVA_DOUBLE, offset + 8L * i));
          keys[i] = mirrored(bits);
        }
      }
      default -> throw noOrder(kind);
    }
  }

  /** Writes the elements of all keys, as {@link #read} has read them. */
  public static void write(ElementKind kind, long[] keys, MemorySegment to, long offset) {
    MemorySegment memory = NativeMemory.exact(to);
    switch (kind) {
      case BYTE -> {
        for (int i = 0; i < keys.length; i++) {
          memory.set(ValueLayout.JAVA_BYTE, offset + i, (byte) keys[i]);
        }
      }
      case INT -> {
        for (int i = 0; i < keys.length; i++) {
          memory.set(ValueLayout.JAVA_INT, offset + 4L * i, (int) keys[i]);
        }
      }
      case LONG -> MemorySegment.copy(keys, 0, memory, ValueLayout.JAVA_LONG, offset, keys.length);
      case FLOAT -> {
        for (int i = 0; i < keys.length; i++) {
          memory.set(ValueLayout.JAVA_INT, offset + 4L * i, mirrored((int) keys[i]));
        }
      }
      case DOUBLE -> {
        for (int i = 0; i < keys.length; i++) {
          memory.set(ValueLayout.JAVA_LONG, offset + 8L * i, mirrored(keys[i]));
        }
      }
      default -> throw noOrder(kind);
    }
  }

  /** Reverses the order of negative numbers' bits, which rise with the absolute value. */
  private static long mirrored(long bits) {
    return bits ^ (bits >> 63 & Long.MAX_VALUE);
  }

  private static int mirrored(int bits) {
    return bits ^ (bits >> 31 & Integer.MAX_VALUE);
  }

  private static IllegalArgumentException noOrder(ElementKind kind) {
    return new IllegalArgumentException(kind + " has no order");
  }
}
