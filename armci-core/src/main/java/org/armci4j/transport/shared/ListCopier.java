package org.armci4j.transport.shared;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import org.armci4j.kernel.ExactClasses;
import org.armci4j.transport.SegmentList;

/**
 * Copies the segments of a list between two memories that loads and stores reach. Each copier
 * serves one pair of segment classes, see {@link ExactClasses}.
 */
public interface ListCopier {
  /**
   * Copies the segments in the order of the list. The bytes of both sides lie inside their
   * memories.
   *
   * @param list the segments
   * @param from the memory to read
   * @param fromBase base offset in it
   * @param fromSide the side of the list that describes it
   * @param to the memory to write
   * @param toBase base offset in it
   * @param toSide the side of the list that describes it
   */
  void copy(
      SegmentList list,
      MemorySegment from,
      long fromBase,
      SegmentList.Side fromSide,
      MemorySegment to,
      long toBase,
      SegmentList.Side toSide);

  /** Returns the copier for the classes of these two. */
  static ListCopier between(MemorySegment from, MemorySegment to) {
    return Cache.COPIERS.between(from, to);
  }

  /** The copiers of this JVM. */
  final class Cache {
    private static final ExactClasses<ListCopier> COPIERS =
        new ExactClasses<>(ListCopier.class, ExactListCopier.class, MethodHandles.lookup());

    private Cache() {}
  }
}
