package org.armci4j.kernel;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;

/**
 * Aligned words of global memory by which ranks notify each other, accessed as fast as {@link
 * NativeMemory} allows.
 */
public final class Words {
  private static final VarHandle LONG = JAVA_LONG.varHandle();

  private Words() {}

  /**
   * Reads a word with acquire: later reads see what the word's writer wrote before it.
   *
   * @param memory global memory
   * @param offset a multiple of 8
   * @return the word
   */
  public static long getAcquire(MemorySegment memory, long offset) {
    return (long) LONG.getAcquire(NativeMemory.exact(memory), offset);
  }

  /**
   * Writes a word with release, after all earlier reads and writes of this thread.
   *
   * @param memory global memory
   * @param offset a multiple of 8
   * @param value the word
   */
  public static void setRelease(MemorySegment memory, long offset, long value) {
    LONG.setRelease(NativeMemory.exact(memory), offset, value);
  }

  /**
   * Reads a word, without any ordering.
   *
   * @param memory global memory
   * @param offset a multiple of 8
   * @return the word
   */
  public static long get(MemorySegment memory, long offset) {
    return NativeMemory.exact(memory).get(JAVA_LONG, offset);
  }

  /**
   * Writes a word, without any ordering.
   *
   * @param memory global memory
   * @param offset a multiple of 8
   * @param value the word
   */
  public static void set(MemorySegment memory, long offset, long value) {
    NativeMemory.exact(memory).set(JAVA_LONG, offset, value);
  }
}
