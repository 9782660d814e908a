package org.armci4j.transport;

import java.lang.foreign.MemorySegment;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.error.ArmciException;

/**
 * Decides which of the caller's memory a device, a library or another thread may use in place while
 * an operation is under way.
 *
 * <p>They see only addresses and do not notice that an arena is closed. The owning thread can close
 * a confined arena at any moment, and nobody else can hold it open. An exception that leaves a
 * {@code try} block closes the arena despite operations under way. So the owning thread itself
 * copies such memory. An automatic arena lasts as long as somebody keeps the segment. The caller
 * must keep a shared arena open until the operation is complete or a wait for it has ended with an
 * exception: see {@link Transport#abandon}.
 */
public final class InPlace {
  /** A thread that owns no arena. */
  private static final Thread ANOTHER = Thread.ofVirtual().unstarted(() -> {});

  private InPlace() {}

  /**
   * Returns whether a device or a library may use memory in place.
   *
   * @param segment the caller's memory
   * @return false where its data must be copied
   */
  public static boolean suits(MemorySegment segment) {
    return segment.isNative() && !isConfined(segment);
  }

  /**
   * Returns whether one thread alone may use memory.
   *
   * @param segment the caller's memory
   * @return true for memory of a confined arena
   */
  public static boolean isConfined(MemorySegment segment) {
    return !segment.isAccessibleBy(ANOTHER);
  }

  /**
   * Throws if this thread may not use memory. A device sees only addresses, so a transport checks
   * before it starts an operation.
   *
   * @param segment the caller's memory
   * @throws IllegalStateException when the memory's arena has been closed
   * @throws WrongThreadException when the memory is from another thread's confined arena
   */
  public static void requireUsable(MemorySegment segment) {
    if (!segment.scope().isAlive()) {
      throw new IllegalStateException("the arena of the local buffer has been closed");
    }
    if (!segment.isAccessibleBy(Thread.currentThread())) {
      throw new WrongThreadException("the local buffer is from another thread's confined arena");
    }
  }

  /**
   * Throws if this thread may not use memory, for operations that would otherwise fail after they
   * have changed something.
   *
   * @param operation the operation's name in the message
   * @param name the memory's name in the message
   * @param buffer the caller's memory
   * @throws ArmciException when the memory's arena has been closed, or is confined to another
   *     thread
   */
  public static void requireUsable(String operation, String name, MemorySegment buffer) {
    if (!buffer.scope().isAlive()) {
      throw new ArmciException(
          Text.format("%s: the arena of the %s has been closed", operation, name));
    }
    if (!buffer.isAccessibleBy(Thread.currentThread())) {
      throw new ArmciException(
          Text.format(
              "%s: the %s is from a confined arena of another thread; use a shared one",
              operation, name));
    }
  }
}
