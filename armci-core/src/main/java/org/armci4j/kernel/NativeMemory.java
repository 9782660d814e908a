package org.armci4j.kernel;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.armci4j.bootstrap.text.Text;

/**
 * Native memory of the one implementation class of {@link MemorySegment} that {@link
 * Arena#allocate} gives. All global memory is of it.
 *
 * <p>Why that matters: each access to a segment asks it by a virtual call for its base. The JIT
 * removes the call where it knows the class, and what it knows it has from a profile that the whole
 * JVM shares. Once a program has used arrays and native memory, the profile says nothing any more,
 * and an access takes 8 to 15 ns instead of 0.5. A comparison of the class with a constant says it
 * again, whatever ran before.
 */
public final class NativeMemory {
  private static final Class<?> CLASS = MemorySegment.NULL.getClass();

  private NativeMemory() {}

  /**
   * Whether memory is of that class; behind it the JIT knows.
   *
   * @param memory any
   * @return false for arrays, and for files that the caller has mapped
   */
  public static boolean is(MemorySegment memory) {
    return memory.getClass() == CLASS;
  }

  /**
   * Lets the JIT know the class of global memory.
   *
   * @param memory global memory, or what an arena has allocated
   * @return the same
   * @throws IllegalArgumentException for other memory
   */
  public static MemorySegment exact(MemorySegment memory) {
    if (memory.getClass() != CLASS) {
      throw new IllegalArgumentException("not native memory of an arena: " + memory);
    }
    return memory;
  }

  /**
   * Lets the JIT know the class of three operands, at the head of a loop over them.
   *
   * @param left of global memory, or what an arena has allocated, like the others
   * @param right another
   * @param result a third
   * @throws IllegalArgumentException for other memory
   */
  public static void require(MemorySegment left, MemorySegment right, MemorySegment result) {
    if (left.getClass() != CLASS || right.getClass() != CLASS || result.getClass() != CLASS) {
      throw new IllegalArgumentException(
          Text.format("not all native memory of arenas: %s, %s, %s", left, right, result));
    }
  }

  /**
   * Mapped memory in that class: a mapping has one of its own.
   *
   * @param mapped what has been mapped
   * @param arena in which, with whose end access ends
   * @return the same memory
   */
  @SuppressWarnings("restricted") // it begins and ends where the mapping does
  public static MemorySegment of(MemorySegment mapped, Arena arena) {
    return MemorySegment.ofAddress(mapped.address()).reinterpret(mapped.byteSize(), arena, null);
  }
}
