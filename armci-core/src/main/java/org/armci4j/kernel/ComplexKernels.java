package org.armci4j.kernel;

import java.lang.foreign.MemorySegment;

/** As {@link AccumulateKernels}, for complex numbers. */
public interface ComplexKernels {
  /**
   * Pairs (re, im): each part gets {@code target + (sourceSame * re + sourceOther * ±im)}, minus
   * for the real part.
   */
  void complexFloats(
      float re,
      float im,
      MemorySegment source,
      long from,
      long fromStride,
      MemorySegment target,
      long to,
      long toStride,
      long rowBytes,
      long rows);

  /** As {@link #complexFloats}, in double precision. */
  void complexDoubles(
      double re,
      double im,
      MemorySegment source,
      long from,
      long fromStride,
      MemorySegment target,
      long to,
      long toStride,
      long rowBytes,
      long rows);

  /**
   * The loops for the classes of these two.
   *
   * @param source the segment that will be read
   * @param target the segment that will be added to
   * @return the same object for the same two classes
   */
  static ComplexKernels between(MemorySegment source, MemorySegment target) {
    return KernelCache.COMPLEX.between(source, target);
  }
}
