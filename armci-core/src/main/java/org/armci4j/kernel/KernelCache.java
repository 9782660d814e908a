package org.armci4j.kernel;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;

/** The kernels of this JVM. */
final class KernelCache {
  private static final boolean VECTORS =
      ModuleLayer.boot().findModule("jdk.incubator.vector").isPresent();

  static final ExactClasses<AccumulateKernels> PLAIN =
      of(AccumulateKernels.class, PlainAccumulate.class);
  static final ExactClasses<AccumulateKernels> REAL =
      VECTORS ? of(AccumulateKernels.class, VectorAccumulate.class) : PLAIN;

  static final ExactClasses<ComplexKernels> PLAIN_COMPLEX =
      of(ComplexKernels.class, PlainComplex.class);
  static final ExactClasses<ComplexKernels> COMPLEX =
      VECTORS ? of(ComplexKernels.class, VectorComplex.class) : PLAIN_COMPLEX;

  private KernelCache() {}

  /**
   * Whether vectors can be read from segments of a class: native memory, or arrays of the vectors'
   * own element type. From other arrays C2 reads no vectors (5 times slower than a plain loop).
   */
  static boolean givesVectors(Class<?> source, MemorySegment array) {
    return MemorySegment.NULL.getClass().isAssignableFrom(source) || array.getClass() == source;
  }

  private static <T> ExactClasses<T> of(Class<T> type, Class<? extends T> template) {
    return new ExactClasses<>(type, template, MethodHandles.lookup());
  }
}
