package org.armci4j.kernel;

import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorShuffle;
import jdk.incubator.vector.VectorSpecies;

/**
 * Vector API loops in the widest vectors of the CPU, with the same rounding as the plain ones. The
 * target is native memory.
 *
 * <p>Native sources and arrays have loops of their own: a loop that has seen segments of both kinds
 * is not compiled to vector instructions (16 µs instead of 50 ns for 4 KiB). Sources of other
 * kinds, such as read-only arrays, take the plain loops, and so do the last few elements.
 */
final class VectorAccumulate implements AccumulateKernels {
  private static final ByteOrder ORDER = ByteOrder.nativeOrder();
  private static final long ODD_BITS = 0xAAAA_AAAA_AAAA_AAAAL;

  /** Below this the plain loop is as fast, and does not wait for the JIT to know vectors. */
  private static final long SHORT_BYTES = 256;

  private final PlainAccumulate plain = new PlainAccumulate();

  private static <E> VectorMask<E> oddLanes(VectorSpecies<E> species) {
    return VectorMask.fromLong(species, ODD_BITS);
  }

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
    for (long i = 0; i < end; i += step) {
      IntVector product = IntVector.fromMemorySegment(species, source, from + i, ORDER).mul(factor);
      IntVector old = IntVector.fromMemorySegment(species, target, to + i, ORDER);
      old.add(product).intoMemorySegment(target, to + i, ORDER);
    }
    return end;
  }

  private static long arrayLoop(
      int scale, int[] source, int from, MemorySegment target, long to, long sizeBytes) {
    VectorSpecies<Integer> species = IntVector.SPECIES_PREFERRED;
    IntVector factor = IntVector.broadcast(species, scale);
    int step = species.length();
    int end = (int) (sizeBytes / species.vectorByteSize()) * step;
    for (int i = 0; i < end; i += step) {
      IntVector product = IntVector.fromArray(species, source, from + i).mul(factor);
      IntVector old = IntVector.fromMemorySegment(species, target, to + 4L * i, ORDER);
      old.add(product).intoMemorySegment(target, to + 4L * i, ORDER);
    }
    return 4L * end;
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
    for (long i = 0; i < end; i += step) {
      LongVector product =
          LongVector.fromMemorySegment(species, source, from + i, ORDER).mul(factor);
      LongVector old = LongVector.fromMemorySegment(species, target, to + i, ORDER);
      old.add(product).intoMemorySegment(target, to + i, ORDER);
    }
    return end;
  }

  private static long arrayLoop(
      long scale, long[] source, int from, MemorySegment target, long to, long sizeBytes) {
    VectorSpecies<Long> species = LongVector.SPECIES_PREFERRED;
    LongVector factor = LongVector.broadcast(species, scale);
    int step = species.length();
    int end = (int) (sizeBytes / species.vectorByteSize()) * step;
    for (int i = 0; i < end; i += step) {
      LongVector product = LongVector.fromArray(species, source, from + i).mul(factor);
      LongVector old = LongVector.fromMemorySegment(species, target, to + 8L * i, ORDER);
      old.add(product).intoMemorySegment(target, to + 8L * i, ORDER);
    }
    return 8L * end;
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
    for (long i = 0; i < end; i += step) {
      FloatVector product =
          FloatVector.fromMemorySegment(species, source, from + i, ORDER).mul(factor);
      FloatVector old = FloatVector.fromMemorySegment(species, target, to + i, ORDER);
      old.add(product).intoMemorySegment(target, to + i, ORDER);
    }
    return end;
  }

  private static long arrayLoop(
      float scale, float[] source, int from, MemorySegment target, long to, long sizeBytes) {
    VectorSpecies<Float> species = FloatVector.SPECIES_PREFERRED;
    FloatVector factor = FloatVector.broadcast(species, scale);
    int step = species.length();
    int end = (int) (sizeBytes / species.vectorByteSize()) * step;
    for (int i = 0; i < end; i += step) {
      FloatVector product = FloatVector.fromArray(species, source, from + i).mul(factor);
      FloatVector old = FloatVector.fromMemorySegment(species, target, to + 4L * i, ORDER);
      old.add(product).intoMemorySegment(target, to + 4L * i, ORDER);
    }
    return 4L * end;
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
    for (long i = 0; i < end; i += step) {
      DoubleVector product =
          DoubleVector.fromMemorySegment(species, source, from + i, ORDER).mul(factor);
      DoubleVector old = DoubleVector.fromMemorySegment(species, target, to + i, ORDER);
      old.add(product).intoMemorySegment(target, to + i, ORDER);
    }
    return end;
  }

  private static long arrayLoop(
      double scale, double[] source, int from, MemorySegment target, long to, long sizeBytes) {
    VectorSpecies<Double> species = DoubleVector.SPECIES_PREFERRED;
    DoubleVector factor = DoubleVector.broadcast(species, scale);
    int step = species.length();
    int end = (int) (sizeBytes / species.vectorByteSize()) * step;
    for (int i = 0; i < end; i += step) {
      DoubleVector product = DoubleVector.fromArray(species, source, from + i).mul(factor);
      DoubleVector old = DoubleVector.fromMemorySegment(species, target, to + 8L * i, ORDER);
      old.add(product).intoMemorySegment(target, to + 8L * i, ORDER);
    }
    return 8L * end;
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
      doneBytes = nativeLoop(re, im, source, from, target, to, 8 * count);
    } else if (vectors && source.heapBase().orElse(null) instanceof float[] array) {
      long first = source.address() + from;
      if (first % 4 == 0) {
        doneBytes = arrayLoop(re, im, array, (int) (first / 4), target, to, 8 * count);
      }
    }
    plain.complexFloats(
        re, im, source, from + doneBytes, target, to + doneBytes, count - doneBytes / 8);
  }

  private static long nativeLoop(
      float re,
      float im,
      MemorySegment source,
      long from,
      MemorySegment target,
      long to,
      long sizeBytes) {
    VectorSpecies<Float> species = FloatVector.SPECIES_PREFERRED;
    VectorShuffle<Float> swap = VectorShuffle.fromOp(species, lane -> lane ^ 1);
    FloatVector same = FloatVector.broadcast(species, re);
    FloatVector other = FloatVector.broadcast(species, -im).blend(im, oddLanes(species));
    long step = species.vectorByteSize();
    long end = sizeBytes / step * step;
    for (long i = 0; i < end; i += step) {
      FloatVector x = FloatVector.fromMemorySegment(species, source, from + i, ORDER);
      FloatVector product = x.mul(same).add(x.rearrange(swap).mul(other));
      FloatVector old = FloatVector.fromMemorySegment(species, target, to + i, ORDER);
      old.add(product).intoMemorySegment(target, to + i, ORDER);
    }
    return end;
  }

  private static long arrayLoop(
      float re, float im, float[] source, int from, MemorySegment target, long to, long sizeBytes) {
    VectorSpecies<Float> species = FloatVector.SPECIES_PREFERRED;
    VectorShuffle<Float> swap = VectorShuffle.fromOp(species, lane -> lane ^ 1);
    FloatVector same = FloatVector.broadcast(species, re);
    FloatVector other = FloatVector.broadcast(species, -im).blend(im, oddLanes(species));
    int step = species.length();
    int end = (int) (sizeBytes / species.vectorByteSize()) * step;
    for (int i = 0; i < end; i += step) {
      FloatVector x = FloatVector.fromArray(species, source, from + i);
      FloatVector product = x.mul(same).add(x.rearrange(swap).mul(other));
      FloatVector old = FloatVector.fromMemorySegment(species, target, to + 4L * i, ORDER);
      old.add(product).intoMemorySegment(target, to + 4L * i, ORDER);
    }
    return 4L * end;
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
      doneBytes = nativeLoop(re, im, source, from, target, to, 16 * count);
    } else if (vectors && source.heapBase().orElse(null) instanceof double[] array) {
      long first = source.address() + from;
      if (first % 8 == 0) {
        doneBytes = arrayLoop(re, im, array, (int) (first / 8), target, to, 16 * count);
      }
    }
    plain.complexDoubles(
        re, im, source, from + doneBytes, target, to + doneBytes, count - doneBytes / 16);
  }

  private static long nativeLoop(
      double re,
      double im,
      MemorySegment source,
      long from,
      MemorySegment target,
      long to,
      long sizeBytes) {
    VectorSpecies<Double> species = DoubleVector.SPECIES_PREFERRED;
    VectorShuffle<Double> swap = VectorShuffle.fromOp(species, lane -> lane ^ 1);
    DoubleVector same = DoubleVector.broadcast(species, re);
    DoubleVector other = DoubleVector.broadcast(species, -im).blend(im, oddLanes(species));
    long step = species.vectorByteSize();
    long end = sizeBytes / step * step;
    for (long i = 0; i < end; i += step) {
      DoubleVector x = DoubleVector.fromMemorySegment(species, source, from + i, ORDER);
      DoubleVector product = x.mul(same).add(x.rearrange(swap).mul(other));
      DoubleVector old = DoubleVector.fromMemorySegment(species, target, to + i, ORDER);
      old.add(product).intoMemorySegment(target, to + i, ORDER);
    }
    return end;
  }

  private static long arrayLoop(
      double re,
      double im,
      double[] source,
      int from,
      MemorySegment target,
      long to,
      long sizeBytes) {
    VectorSpecies<Double> species = DoubleVector.SPECIES_PREFERRED;
    VectorShuffle<Double> swap = VectorShuffle.fromOp(species, lane -> lane ^ 1);
    DoubleVector same = DoubleVector.broadcast(species, re);
    DoubleVector other = DoubleVector.broadcast(species, -im).blend(im, oddLanes(species));
    int step = species.length();
    int end = (int) (sizeBytes / species.vectorByteSize()) * step;
    for (int i = 0; i < end; i += step) {
      DoubleVector x = DoubleVector.fromArray(species, source, from + i);
      DoubleVector product = x.mul(same).add(x.rearrange(swap).mul(other));
      DoubleVector old = DoubleVector.fromMemorySegment(species, target, to + 8L * i, ORDER);
      old.add(product).intoMemorySegment(target, to + 8L * i, ORDER);
    }
    return 8L * end;
  }
}
