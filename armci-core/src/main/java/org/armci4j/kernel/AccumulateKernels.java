package org.armci4j.kernel;

import java.lang.foreign.MemorySegment;

/**
 * The inner loops of accumulate: {@code target += scale * source}, element by element, one method
 * per type. They take equally spaced rows, each of whole elements; contiguous bytes are one row.
 * Both sides are at any alignment and do not overlap. All numbers are in bytes, but the count of
 * rows. All implementations round alike: one multiplication, then one addition.
 *
 * <p>An implementation serves two classes of segments only, see {@link ExactClasses}.
 */
public interface AccumulateKernels {
  /** Integers wrap on overflow. */
  void ints(
      int scale,
      MemorySegment source,
      long from,
      long fromStride,
      MemorySegment target,
      long to,
      long toStride,
      long rowBytes,
      long rows);

  /** Integers wrap on overflow. */
  void longs(
      long scale,
      MemorySegment source,
      long from,
      long fromStride,
      MemorySegment target,
      long to,
      long toStride,
      long rowBytes,
      long rows);

  /** Single precision. */
  void floats(
      float scale,
      MemorySegment source,
      long from,
      long fromStride,
      MemorySegment target,
      long to,
      long toStride,
      long rowBytes,
      long rows);

  /** Double precision. */
  void doubles(
      double scale,
      MemorySegment source,
      long from,
      long fromStride,
      MemorySegment target,
      long to,
      long toStride,
      long rowBytes,
      long rows);

  /**
   * The loops for the classes of these two: vectorised ones where the module {@code
   * jdk.incubator.vector} is there, as the launcher arranges, else plain ones. C2 does not
   * vectorise a plain loop over two segments: 26 GB/s against 52.
   *
   * @param source the segment that will be read
   * @param target the segment that will be added to
   * @return the same object for the same two classes
   */
  static AccumulateKernels between(MemorySegment source, MemorySegment target) {
    return KernelCache.REAL.between(source, target);
  }
}
