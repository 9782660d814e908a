package org.armci4j.transport;

import java.lang.foreign.MemorySegment;

/**
 * Which memory of the caller something else than the calling thread may read and write while an
 * operation is under way: a device, a library, another thread.
 *
 * <p>Those know addresses alone: nothing tells them that an arena is closed. A confined arena is
 * closed by its thread at any moment, an exception that leaves a block of {@code try} closes it
 * without a thought of operations under way, and nobody else can hold it open. So its memory is
 * copied by its own thread. An automatic arena lasts for as long as somebody keeps the segment. A
 * shared one is left to the caller until the operation is complete, or a wait for it has ended with
 * an exception: see {@link Transport#abandon}.
 */
public final class InPlace {
  /** A thread that owns no arena. */
  private static final Thread ANOTHER = Thread.ofVirtual().unstarted(() -> {});

  private InPlace() {}

  /**
   * Whether a device or a library may use memory in place.
   *
   * @param segment the caller's
   * @return false where its data must be copied
   */
  public static boolean suits(MemorySegment segment) {
    return segment.isNative() && !isConfined(segment);
  }

  /**
   * Whether one thread alone may use memory.
   *
   * @param segment the caller's
   * @return true for memory of a confined arena
   */
  public static boolean isConfined(MemorySegment segment) {
    return !segment.isAccessibleBy(ANOTHER);
  }
}
