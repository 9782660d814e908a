package org.armci4j.kernel;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * Native memory of the one implementation class of {@link MemorySegment} that {@link
 * Arena#allocate} returns. All global memory is of this class.
 *
 * <p>Each access to a segment asks the segment for its base by a virtual call. The JIT removes the
 * call where it knows the class, and it learns classes from a profile that the whole JVM shares.
 * Once a program has used both arrays and native memory, the profile tells nothing, and an access
 * takes 8 to 15 ns instead of 0.5. A comparison of the class with a constant tells it again,
 * whatever ran before.
 */
public final class NativeMemory {
  private static final Class<?> CLASS = MemorySegment.NULL.getClass();

  private NativeMemory() {}

  /**
   * Returns whether memory is of that class; after true the JIT knows the class.
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
   * @param memory global memory, or memory that an arena has allocated
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
   * Returns mapped memory as a segment of that class: a mapping has another class.
   *
   * @param mapped the mapped memory
   * @param arena its arena, with whose end access ends
   * @return the same memory
   */
  @SuppressWarnings("restricted") // it begins and ends where the mapping does
  public static MemorySegment of(MemorySegment mapped, Arena arena) {
    return MemorySegment.ofAddress(mapped.address()).reinterpret(mapped.byteSize(), arena, null);
  }
}
