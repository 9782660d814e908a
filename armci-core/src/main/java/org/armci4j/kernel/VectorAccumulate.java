package org.armci4j.kernel;

import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * Vector API loops in the widest vectors of the CPU, with the same rounding as the plain ones. The
 * target is native memory.
 *
 * <p>Loops of one operand take four vectors at a time, which C2 does not do by itself here: 40 GB/s
 * instead of 33 at 64 KiB.
 *
 * <p>Native sources and arrays have loops of their own: a loop that has seen segments of both kinds
 * is not compiled to vector instructions (16 µs instead of 50 ns for 4 KiB). Sources of other
 * kinds, such as read-only arrays, take the plain loops, and so do the last few elements.
 */
final class VectorAccumulate implements AccumulateKernels {
  private static final ByteOrder ORDER = ByteOrder.nativeOrder();

  /** Below this the plain loop is as fast, and does not wait for the JIT to know vectors. */
  private static final long SHORT_BYTES = 256;

  private final PlainAccumulate plain = new PlainAccumulate();

  @Override
  public void ints(
      int scale, MemorySegment source, long from, MemorySegment target, long to, long count) {
    long doneBytes = 0;
    boolean vectors = 4 * count >= SHORT_BYTES;
    if (vectors && source.isNative()) {
      doneBytes = nativeLoop(scale, source, from, target, to, 4 * count);
    } else if (vectors && source.heapBase().orElse(null) instanceof int[] array) {
      long first = source.address() + from;
      if (first % 4 == 0) {
        doneBytes = arrayLoop(scale, array, (int) (first / 4), target, to, 4 * count);
      }
    }
    plain.ints(scale, source, from + doneBytes, target, to + doneBytes, count - doneBytes / 4);
  }

  private static long nativeLoop(
      int scale, MemorySegment source, long from, MemorySegment target, long to, long sizeBytes) {
    VectorSpecies<Integer> species = IntVector.SPECIES_PREFERRED;
    IntVector factor = IntVector.broadcast(species, scale);
    long step = species.vectorByteSize();
    long end = sizeBytes / step * step;
    long i = 0;
    for (; i + 4 * step <= end; i += 4 * step) {
      nativeStep(factor, source, from + i, target, to + i);
      nativeStep(factor, source, from + i + step, target, to + i + step);
      nativeStep(factor, source, from + i + 2 * step, target, to + i + 2 * step);
      nativeStep(factor, source, from + i + 3 * step, target, to + i + 3 * step);
    }
    for (; i < end; i += step) {
      nativeStep(factor, source, from + i, target, to + i);
    }
    return end;
  }

  private static long arrayLoop(
      int scale, int[] source, int from, MemorySegment target, long to, long sizeBytes) {
    VectorSpecies<Integer> species = IntVector.SPECIES_PREFERRED;
    IntVector factor = IntVector.broadcast(species, scale);
    int step = species.length();
    int end = (int) (sizeBytes / species.vectorByteSize()) * step;
    int i = 0;
    for (; i <= end - 4 * step; i += 4 * step) {
      arrayStep(factor, source, from + i, target, to + 4L * i);
      arrayStep(factor, source, from + i + step, target, to + 4L * (i + step));
      arrayStep(factor, source, from + i + 2 * step, target, to + 4L * (i + 2 * step));
      arrayStep(factor, source, from + i + 3 * step, target, to + 4L * (i + 3 * step));
    }
    for (; i < end; i += step) {
      arrayStep(factor, source, from + i, target, to + 4L * i);
    }
    return 4L * end;
  }

  private static void nativeStep(
      IntVector factor, MemorySegment source, long from, MemorySegment target, long to) {
    addTo(
        target, to, IntVector.fromMemorySegment(factor.species(), source, from, ORDER).mul(factor));
  }

  private static void arrayStep(
      IntVector factor, int[] source, int from, MemorySegment target, long to) {
    addTo(target, to, IntVector.fromArray(factor.species(), source, from).mul(factor));
  }

  private static void addTo(MemorySegment target, long to, IntVector product) {
    IntVector old = IntVector.fromMemorySegment(product.species(), target, to, ORDER);
    old.add(product).intoMemorySegment(target, to, ORDER);
  }

  @Override
  public void longs(
      long scale, MemorySegment source, long from, MemorySegment target, long to, long count) {
    long doneBytes = 0;
    boolean vectors = 8 * count >= SHORT_BYTES;
    if (vectors && source.isNative()) {
      doneBytes = nativeLoop(scale, source, from, target, to, 8 * count);
    } else if (vectors && source.heapBase().orElse(null) instanceof long[] array) {
      long first = source.address() + from;
      if (first % 8 == 0) {
        doneBytes = arrayLoop(scale, array, (int) (first / 8), target, to, 8 * count);
      }
    }
    plain.longs(scale, source, from + doneBytes, target, to + doneBytes, count - doneBytes / 8);
  }

  private static long nativeLoop(
      long scale, MemorySegment source, long from, MemorySegment target, long to, long sizeBytes) {
    VectorSpecies<Long> species = LongVector.SPECIES_PREFERRED;
    LongVector factor = LongVector.broadcast(species, scale);
    long step = species.vectorByteSize();
    long end = sizeBytes / step * step;
    long i = 0;
    for (; i + 4 * step <= end; i += 4 * step) {
      nativeStep(factor, source, from + i, target, to + i);
      nativeStep(factor, source, from + i + step, target, to + i + step);
      nativeStep(factor, source, from + i + 2 * step, target, to + i + 2 * step);
      nativeStep(factor, source, from + i + 3 * step, target, to + i + 3 * step);
    }
    for (; i < end; i += step) {
      nativeStep(factor, source, from + i, target, to + i);
    }
    return end;
  }

  private static long arrayLoop(
      long scale, long[] source, int from, MemorySegment target, long to, long sizeBytes) {
    VectorSpecies<Long> species = LongVector.SPECIES_PREFERRED;
    LongVector factor = LongVector.broadcast(species, scale);
    int step = species.length();
    int end = (int) (sizeBytes / species.vectorByteSize()) * step;
    int i = 0;
    for (; i <= end - 4 * step; i += 4 * step) {
      arrayStep(factor, source, from + i, target, to + 8L * i);
      arrayStep(factor, source, from + i + step, target, to + 8L * (i + step));
      arrayStep(factor, source, from + i + 2 * step, target, to + 8L * (i + 2 * step));
      arrayStep(factor, source, from + i + 3 * step, target, to + 8L * (i + 3 * step));
    }
    for (; i < end; i += step) {
      arrayStep(factor, source, from + i, target, to + 8L * i);
    }
    return 8L * end;
  }

  private static void nativeStep(
      LongVector factor, MemorySegment source, long from, MemorySegment target, long to) {
    addTo(
        target,
        to,
        LongVector.fromMemorySegment(factor.species(), source, from, ORDER).mul(factor));
  }

  private static void arrayStep(
      LongVector factor, long[] source, int from, MemorySegment target, long to) {
    addTo(target, to, LongVector.fromArray(factor.species(), source, from).mul(factor));
  }

  private static void addTo(MemorySegment target, long to, LongVector product) {
    LongVector old = LongVector.fromMemorySegment(product.species(), target, to, ORDER);
    old.add(product).intoMemorySegment(target, to, ORDER);
  }

  @Override
  public void floats(
      float scale, MemorySegment source, long from, MemorySegment target, long to, long count) {
    long doneBytes = 0;
    boolean vectors = 4 * count >= SHORT_BYTES;
    if (vectors && source.isNative()) {
      doneBytes = nativeLoop(scale, source, from, target, to, 4 * count);
    } else if (vectors && source.heapBase().orElse(null) instanceof float[] array) {
      long first = source.address() + from;
      if (first % 4 == 0) {
        doneBytes = arrayLoop(scale, array, (int) (first / 4), target, to, 4 * count);
      }
    }
    plain.floats(scale, source, from + doneBytes, target, to + doneBytes, count - doneBytes / 4);
  }

  private static long nativeLoop(
      float scale, MemorySegment source, long from, MemorySegment target, long to, long sizeBytes) {
    VectorSpecies<Float> species = FloatVector.SPECIES_PREFERRED;
    FloatVector factor = FloatVector.broadcast(species, scale);
    long step = species.vectorByteSize();
    long end = sizeBytes / step * step;
    long i = 0;
    for (; i + 4 * step <= end; i += 4 * step) {
      nativeStep(factor, source, from + i, target, to + i);
      nativeStep(factor, source, from + i + step, target, to + i + step);
      nativeStep(factor, source, from + i + 2 * step, target, to + i + 2 * step);
      nativeStep(factor, source, from + i + 3 * step, target, to + i + 3 * step);
    }
    for (; i < end; i += step) {
      nativeStep(factor, source, from + i, target, to + i);
    }
    return end;
  }

  private static long arrayLoop(
      float scale, float[] source, int from, MemorySegment target, long to, long sizeBytes) {
    VectorSpecies<Float> species = FloatVector.SPECIES_PREFERRED;
    FloatVector factor = FloatVector.broadcast(species, scale);
    int step = species.length();
    int end = (int) (sizeBytes / species.vectorByteSize()) * step;
    int i = 0;
    for (; i <= end - 4 * step; i += 4 * step) {
      arrayStep(factor, source, from + i, target, to + 4L * i);
      arrayStep(factor, source, from + i + step, target, to + 4L * (i + step));
      arrayStep(factor, source, from + i + 2 * step, target, to + 4L * (i + 2 * step));
      arrayStep(factor, source, from + i + 3 * step, target, to + 4L * (i + 3 * step));
    }
    for (; i < end; i += step) {
      arrayStep(factor, source, from + i, target, to + 4L * i);
    }
    return 4L * end;
  }

  private static void nativeStep(
      FloatVector factor, MemorySegment source, long from, MemorySegment target, long to) {
    addTo(
        target,
        to,
        FloatVector.fromMemorySegment(factor.species(), source, from, ORDER).mul(factor));
  }

  private static void arrayStep(
      FloatVector factor, float[] source, int from, MemorySegment target, long to) {
    addTo(target, to, FloatVector.fromArray(factor.species(), source, from).mul(factor));
  }

  private static void addTo(MemorySegment target, long to, FloatVector product) {
    FloatVector old = FloatVector.fromMemorySegment(product.species(), target, to, ORDER);
    old.add(product).intoMemorySegment(target, to, ORDER);
  }

  @Override
  public void doubles(
      double scale, MemorySegment source, long from, MemorySegment target, long to, long count) {
    long doneBytes = 0;
    boolean vectors = 8 * count >= SHORT_BYTES;
    if (vectors && source.isNative()) {
      doneBytes = nativeLoop(scale, source, from, target, to, 8 * count);
    } else if (vectors && source.heapBase().orElse(null) instanceof double[] array) {
      long first = source.address() + from;
      if (first % 8 == 0) {
        doneBytes = arrayLoop(scale, array, (int) (first / 8), target, to, 8 * count);
      }
    }
    plain.doubles(scale, source, from + doneBytes, target, to + doneBytes, count - doneBytes / 8);
  }

  private static long nativeLoop(
      double scale,
      MemorySegment source,
      long from,
      MemorySegment target,
      long to,
      long sizeBytes) {
    VectorSpecies<Double> species = DoubleVector.SPECIES_PREFERRED;
    DoubleVector factor = DoubleVector.broadcast(species, scale);
    long step = species.vectorByteSize();
    long end = sizeBytes / step * step;
    long i = 0;
    for (; i + 4 * step <= end; i += 4 * step) {
      nativeStep(factor, source, from + i, target, to + i);
      nativeStep(factor, source, from + i + step, target, to + i + step);
      nativeStep(factor, source, from + i + 2 * step, target, to + i + 2 * step);
      nativeStep(factor, source, from + i + 3 * step, target, to + i + 3 * step);
    }
    for (; i < end; i += step) {
      nativeStep(factor, source, from + i, target, to + i);
    }
    return end;
  }

  private static long arrayLoop(
      double scale, double[] source, int from, MemorySegment target, long to, long sizeBytes) {
    VectorSpecies<Double> species = DoubleVector.SPECIES_PREFERRED;
    DoubleVector factor = DoubleVector.broadcast(species, scale);
    int step = species.length();
    int end = (int) (sizeBytes / species.vectorByteSize()) * step;
    int i = 0;
    for (; i <= end - 4 * step; i += 4 * step) {
      arrayStep(factor, source, from + i, target, to + 8L * i);
      arrayStep(factor, source, from + i + step, target, to + 8L * (i + step));
      arrayStep(factor, source, from + i + 2 * step, target, to + 8L * (i + 2 * step));
      arrayStep(factor, source, from + i + 3 * step, target, to + 8L * (i + 3 * step));
    }
    for (; i < end; i += step) {
      arrayStep(factor, source, from + i, target, to + 8L * i);
    }
    return 8L * end;
  }

  private static void nativeStep(
      DoubleVector factor, MemorySegment source, long from, MemorySegment target, long to) {
    addTo(
        target,
        to,
        DoubleVector.fromMemorySegment(factor.species(), source, from, ORDER).mul(factor));
  }

  private static void arrayStep(
      DoubleVector factor, double[] source, int from, MemorySegment target, long to) {
    addTo(target, to, DoubleVector.fromArray(factor.species(), source, from).mul(factor));
  }

  private static void addTo(MemorySegment target, long to, DoubleVector product) {
    DoubleVector old = DoubleVector.fromMemorySegment(product.species(), target, to, ORDER);
    old.add(product).intoMemorySegment(target, to, ORDER);
  }

  @Override
  public void complexFloats(
      float re,
      float im,
      MemorySegment source,
      long from,
      MemorySegment target,
      long to,
      long count) {
    long doneBytes = 0;
    boolean vectors = 8 * count >= SHORT_BYTES;
    if (vectors && source.isNative()) {
      doneBytes = VectorComplexLoops.nativeLoop(re, im, source, from, target, to, 8 * count);
    } else if (vectors && source.heapBase().orElse(null) instanceof float[] array) {
      long first = source.address() + from;
      if (first % 4 == 0) {
        doneBytes =
            VectorComplexLoops.arrayLoop(re, im, array, (int) (first / 4), target, to, 8 * count);
      }
    }
    plain.complexFloats(
        re, im, source, from + doneBytes, target, to + doneBytes, count - doneBytes / 8);
  }

  @Override
  public void complexDoubles(
      double re,
      double im,
      MemorySegment source,
      long from,
      MemorySegment target,
      long to,
      long count) {
    long doneBytes = 0;
    boolean vectors = 16 * count >= SHORT_BYTES;
    if (vectors && source.isNative()) {
      doneBytes = VectorComplexLoops.nativeLoop(re, im, source, from, target, to, 16 * count);
    } else if (vectors && source.heapBase().orElse(null) instanceof double[] array) {
      long first = source.address() + from;
      if (first % 8 == 0) {
        doneBytes =
            VectorComplexLoops.arrayLoop(re, im, array, (int) (first / 8), target, to, 16 * count);
      }
    }
    plain.complexDoubles(
        re, im, source, from + doneBytes, target, to + doneBytes, count - doneBytes / 16);
  }
}
