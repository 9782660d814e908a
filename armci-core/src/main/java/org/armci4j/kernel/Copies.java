package org.armci4j.kernel;

import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import java.lang.foreign.MemorySegment;

/**
 * Copies between memory of any kinds, of which one is usually global memory. Each size and each
 * pair of kinds has its quickest copy, whatever the JVM has copied before; see {@link
 * NativeMemory}.
 *
 * <p>Comparisons with constants tell the kinds apart once. Each pair has a method of its own that
 * repeats its comparisons, so the JIT knows the kinds there, inlined or not. After a mix of kinds,
 * 8 and 40 bytes from an array take 5 and 6 ns. Loops defined for each pair as hidden classes take
 * 12 and 15, as they are reached by a virtual call. {@link MemorySegment#copy} alone takes 12 and
 * 35.
 */
public final class Copies {
  private static final Class<?> BYTES = MemorySegment.ofArray(new byte[0]).getClass();
  private static final Class<?> CHARS = MemorySegment.ofArray(new char[0]).getClass();
  private static final Class<?> SHORTS = MemorySegment.ofArray(new short[0]).getClass();
  private static final Class<?> INTS = MemorySegment.ofArray(new int[0]).getClass();
  private static final Class<?> LONGS = MemorySegment.ofArray(new long[0]).getClass();
  private static final Class<?> FLOATS = MemorySegment.ofArray(new float[0]).getClass();
  private static final Class<?> DOUBLES = MemorySegment.ofArray(new double[0]).getClass();

  private Copies() {}

  /**
   * Copies bytes; overlapping ranges are copied as if through a buffer.
   *
   * @param from memory to read
   * @param at first byte there
   * @param to memory to write
   * @param into first byte there
   * @param sizeBytes number of bytes
   * @throws IndexOutOfBoundsException when a range is not inside its memory
   * @throws IllegalStateException when the arena of one is closed
   * @throws WrongThreadException when one is confined to another thread
   */
  public static void copy(
      MemorySegment from, long at, MemorySegment to, long into, long sizeBytes) {
    if (NativeMemory.is(to)) {
      if (NativeMemory.is(from)) {
        copyNative(from, at, to, into, sizeBytes);
      } else {
        copyIn(from, at, to, into, sizeBytes);
      }
    } else if (NativeMemory.is(from)) {
      copyOut(from, at, to, into, sizeBytes);
    } else {
      MemorySegment.copy(from, at, to, into, sizeBytes);
    }
  }

  /**
   * Copies a word between native memories; the caller copies everything else. This method is small
   * enough for the JIT to inline it into every caller. {@link #copy} stays a call once a mix of
   * kinds has made it large. So gets and puts of a word take 3.3 and 7.1 ns after a mix, as in a
   * fresh JVM, instead of 5.4 and 8.9.
   *
   * @param from memory to read
   * @param at first byte there
   * @param to memory to write
   * @param into first byte there
   * @param sizeBytes number of bytes
   * @return false, with nothing copied, for other lengths and other memory
   * @throws IndexOutOfBoundsException when a range is not inside its memory
   * @throws IllegalStateException when the arena of one is closed
   * @throws WrongThreadException when one is confined to another thread
   */
  public static boolean copyWord(
      MemorySegment from, long at, MemorySegment to, long into, long sizeBytes) {
    if (sizeBytes != Long.BYTES || !NativeMemory.is(from) || !NativeMemory.is(to)) {
      return false;
    }
    to.set(JAVA_LONG_UNALIGNED, into, from.get(JAVA_LONG_UNALIGNED, at));
    return true;
  }

  /**
   * Copies between native memories. Words of 8 and 4 bytes are one access each: 1.5 ns against 5.
   */
  private static void copyNative(
      MemorySegment from, long at, MemorySegment to, long into, long sizeBytes) {
    MemorySegment source = NativeMemory.exact(from);
    MemorySegment target = NativeMemory.exact(to);
    if (sizeBytes == Long.BYTES) {
      target.set(JAVA_LONG_UNALIGNED, into, source.get(JAVA_LONG_UNALIGNED, at));
    } else if (sizeBytes == Integer.BYTES) {
      target.set(JAVA_INT_UNALIGNED, into, source.get(JAVA_INT_UNALIGNED, at));
    } else if (NativeCopy.serves(source, at, target, into, sizeBytes)) {
      NativeCopy.copy(source, at, target, into, sizeBytes);
    } else {
      MemorySegment.copy(source, at, target, into, sizeBytes);
    }
  }

  /** Copies to native memory, from an array or other memory. */
  private static void copyIn(
      MemorySegment from, long at, MemorySegment to, long into, long sizeBytes) {
    Class<?> kind = from.getClass();
    if (kind == DOUBLES) {
      fromDoubles(from, at, to, into, sizeBytes);
    } else if (kind == LONGS) {
      fromLongs(from, at, to, into, sizeBytes);
    } else if (kind == BYTES) {
      fromBytes(from, at, to, into, sizeBytes);
    } else if (kind == INTS) {
      fromInts(from, at, to, into, sizeBytes);
    } else if (kind == FLOATS) {
      fromFloats(from, at, to, into, sizeBytes);
    } else if (kind == SHORTS) {
      fromShorts(from, at, to, into, sizeBytes);
    } else if (kind == CHARS) {
      fromChars(from, at, to, into, sizeBytes);
    } else {
      MemorySegment.copy(from, at, to, into, sizeBytes);
    }
  }

  /** Copies from native memory, to an array or other memory. */
  private static void copyOut(
      MemorySegment from, long at, MemorySegment to, long into, long sizeBytes) {
    Class<?> kind = to.getClass();
    if (kind == DOUBLES) {
      toDoubles(from, at, to, into, sizeBytes);
    } else if (kind == LONGS) {
      toLongs(from, at, to, into, sizeBytes);
    } else if (kind == BYTES) {
      toBytes(from, at, to, into, sizeBytes);
    } else if (kind == INTS) {
      toInts(from, at, to, into, sizeBytes);
    } else if (kind == FLOATS) {
      toFloats(from, at, to, into, sizeBytes);
    } else if (kind == SHORTS) {
      toShorts(from, at, to, into, sizeBytes);
    } else if (kind == CHARS) {
      toChars(from, at, to, into, sizeBytes);
    } else {
      MemorySegment.copy(from, at, to, into, sizeBytes);
    }
  }

  /** Throws unless a segment is of its tested class, so that the JIT knows the class afterwards. */
  private static void require(Class<?> kind, MemorySegment memory) {
    if (memory.getClass() != kind) {
      throw new IllegalArgumentException("not of " + kind + ": " + memory);
    }
  }

  private static void fromDoubles(
      MemorySegment from, long at, MemorySegment to, long into, long sizeBytes) {
    require(DOUBLES, from);
    MemorySegment.copy(from, at, NativeMemory.exact(to), into, sizeBytes);
  }

  private static void fromLongs(
      MemorySegment from, long at, MemorySegment to, long into, long sizeBytes) {
    require(LONGS, from);
    MemorySegment.copy(from, at, NativeMemory.exact(to), into, sizeBytes);
  }

  private static void fromBytes(
      MemorySegment from, long at, MemorySegment to, long into, long sizeBytes) {
    require(BYTES, from);
    MemorySegment.copy(from, at, NativeMemory.exact(to), into, sizeBytes);
  }

  private static void fromInts(
      MemorySegment from, long at, MemorySegment to, long into, long sizeBytes) {
    require(INTS, from);
    MemorySegment.copy(from, at, NativeMemory.exact(to), into, sizeBytes);
  }

  private static void fromFloats(
      MemorySegment from, long at, MemorySegment to, long into, long sizeBytes) {
    require(FLOATS, from);
    MemorySegment.copy(from, at, NativeMemory.exact(to), into, sizeBytes);
  }

  private static void fromShorts(
      MemorySegment from, long at, MemorySegment to, long into, long sizeBytes) {
    require(SHORTS, from);
    MemorySegment.copy(from, at, NativeMemory.exact(to), into, sizeBytes);
  }

  private static void fromChars(
      MemorySegment from, long at, MemorySegment to, long into, long sizeBytes) {
    require(CHARS, from);
    MemorySegment.copy(from, at, NativeMemory.exact(to), into, sizeBytes);
  }

  private static void toDoubles(
      MemorySegment from, long at, MemorySegment to, long into, long sizeBytes) {
    require(DOUBLES, to);
    MemorySegment.copy(NativeMemory.exact(from), at, to, into, sizeBytes);
  }

  private static void toLongs(
      MemorySegment from, long at, MemorySegment to, long into, long sizeBytes) {
    require(LONGS, to);
    MemorySegment.copy(NativeMemory.exact(from), at, to, into, sizeBytes);
  }

  private static void toBytes(
      MemorySegment from, long at, MemorySegment to, long into, long sizeBytes) {
    require(BYTES, to);
    MemorySegment.copy(NativeMemory.exact(from), at, to, into, sizeBytes);
  }

  private static void toInts(
      MemorySegment from, long at, MemorySegment to, long into, long sizeBytes) {
    require(INTS, to);
    MemorySegment.copy(NativeMemory.exact(from), at, to, into, sizeBytes);
  }

  private static void toFloats(
      MemorySegment from, long at, MemorySegment to, long into, long sizeBytes) {
    require(FLOATS, to);
    MemorySegment.copy(NativeMemory.exact(from), at, to, into, sizeBytes);
  }

  private static void toShorts(
      MemorySegment from, long at, MemorySegment to, long into, long sizeBytes) {
    require(SHORTS, to);
    MemorySegment.copy(NativeMemory.exact(from), at, to, into, sizeBytes);
  }

  private static void toChars(
      MemorySegment from, long at, MemorySegment to, long into, long sizeBytes) {
    require(CHARS, to);
    MemorySegment.copy(NativeMemory.exact(from), at, to, into, sizeBytes);
  }
}
