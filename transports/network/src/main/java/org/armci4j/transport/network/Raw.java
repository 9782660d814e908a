package org.armci4j.transport.network;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_SHORT_UNALIGNED;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import org.armci4j.kernel.Copies;

/**
 * Accesses native memory by address, for structures that native libraries hand out and take. One
 * constant segment spans the address space, so an access compiles to a load or store alone. Neither
 * liveness nor bounds are checked: every address must be one that a network made or got from its
 * library.
 */
public final class Raw {
  private static final MemorySegment ALL = addressSpace();
  private static final VarHandle LONG = JAVA_LONG.varHandle();

  private Raw() {}

  @SuppressWarnings("restricted") // that is the purpose of this class
  private static MemorySegment addressSpace() {
    return MemorySegment.NULL.reinterpret(Long.MAX_VALUE);
  }

  /** Returns zeroed memory that lives as long as the segment is reachable. */
  public static MemorySegment allocate(long sizeBytes) {
    return Arena.ofAuto().allocate(sizeBytes, 64);
  }

  public static byte getByte(long address) {
    return ALL.get(JAVA_BYTE, address);
  }

  public static short getShort(long address) {
    return ALL.get(JAVA_SHORT_UNALIGNED, address);
  }

  public static int getInt(long address) {
    return ALL.get(JAVA_INT_UNALIGNED, address);
  }

  public static long getLong(long address) {
    return ALL.get(JAVA_LONG_UNALIGNED, address);
  }

  public static void putByte(long address, int value) {
    ALL.set(JAVA_BYTE, address, (byte) value);
  }

  public static void putShort(long address, int value) {
    ALL.set(JAVA_SHORT_UNALIGNED, address, (short) value);
  }

  public static void putInt(long address, int value) {
    ALL.set(JAVA_INT_UNALIGNED, address, value);
  }

  public static void putLong(long address, long value) {
    ALL.set(JAVA_LONG_UNALIGNED, address, value);
  }

  /** Writes an aligned word of eight bytes, ordered after all earlier writes of this thread. */
  public static void setRelease(long address, long value) {
    LONG.setRelease(ALL, address, value);
  }

  /** Copies from one address to another. */
  public static void copy(long source, long target, long sizeBytes) {
    MemorySegment.copy(ALL, source, ALL, target, sizeBytes);
  }

  /** Copies from a segment to an address. */
  public static void copy(MemorySegment source, long sourceOffset, long address, long sizeBytes) {
    Copies.copy(source, sourceOffset, ALL, address, sizeBytes);
  }

  /** Copies from an address to a segment. */
  public static void copy(long address, MemorySegment target, long targetOffset, long sizeBytes) {
    Copies.copy(ALL, address, target, targetOffset, sizeBytes);
  }

  /** Returns the text that begins at the address and ends before a zero byte. */
  public static String text(long address) {
    return ALL.getString(address);
  }
}
