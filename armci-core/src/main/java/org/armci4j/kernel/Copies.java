package org.armci4j.kernel;

import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import java.lang.foreign.MemorySegment;

/**
 * Copies between memory of any kinds, of which one is global memory as a rule: the quickest way for
 * each size and each pair of kinds, whatever the JVM has copied before, see {@link NativeMemory}.
 *
 * <p>The kinds are told apart once, by comparisons with constants, and each pair has a method of
 * its own that repeats its comparisons: so the JIT knows them there, inlined or not. Of the ways
 * that were measured after a mix of kinds this is the quickest and the simplest, for 8 bytes and 40
 * from an array 5 and 6 ns; loops defined once for each pair as hidden classes take 12 and 15, as
 * they are called by a virtual call, and {@link MemorySegment#copy} alone 12 and 35.
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
   * Copies bytes; where both ranges overlap, as if through a buffer.
   *
   * @param from memory to read
   * @param at first byte there
   * @param to memory to write
   * @param into first byte there
   * @param sizeBytes how many
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
   * Copies a word between native memories, for a caller that then copies all else: this is small
   * enough for the JIT to compile it into every caller, where {@link #copy} is a call once a mix of
   * kinds has made it large. Gets and puts of a word take as long after a mix as in a fresh JVM by
   * it, 3.3 and 7.1 ns instead of 5.4 and 8.9.
   *
   * @param from memory to read
   * @param at first byte there
   * @param to memory to write
   * @param into first byte there
   * @param sizeBytes how many
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

  /** Words of 8 and 4 bytes are one access each: 1.5 ns against 5. */
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

  /** From an array, or what else there is. */
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

  /** To an array, or what else there is. */
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

  /** Says of what class a segment is, for which it has been tested. */
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
