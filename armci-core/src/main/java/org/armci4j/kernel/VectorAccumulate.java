package org.armci4j.kernel;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.nio.ByteOrder;
import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.LongVector;

/**
 * Vector API loops in the widest vectors of the CPU, with the same rounding as the plain ones. A
 * template, see {@link ExactClasses}: a loop that has seen segments of two kinds is not compiled to
 * vector instructions at all (16 µs instead of 50 ns for 4 KiB).
 *
 * <p>They take four vectors at a time, which C2 does not do by itself here: 40 GB/s instead of 33
 * at 64 KiB. A vector that is passed to a method which the JIT does not inline becomes an object;
 * so none is made outside of the loops but the factor, and that goes to the smallest method only.
 */
final class VectorAccumulate implements AccumulateKernels {
  private static final Class<?> FROM = classData(0);
  private static final Class<?> TO = classData(1);

  private static final AccumulateKernels PLAIN = KernelCache.PLAIN.of(FROM, TO);
  private static final boolean INTS =
      KernelCache.givesVectors(FROM, MemorySegment.ofArray(new int[0]));
  private static final boolean LONGS =
      KernelCache.givesVectors(FROM, MemorySegment.ofArray(new long[0]));
  private static final boolean FLOATS =
      KernelCache.givesVectors(FROM, MemorySegment.ofArray(new float[0]));
  private static final boolean DOUBLES =
      KernelCache.givesVectors(FROM, MemorySegment.ofArray(new double[0]));

  private static final ByteOrder ORDER = ByteOrder.nativeOrder();
  private static final long STEP = DoubleVector.SPECIES_PREFERRED.vectorByteSize();

  /** Below this the plain loop is as fast, and does not wait for the JIT to know vectors. */
  private static final long SHORT_BYTES = 256;

  private static Class<?> classData(int index) {
    try {
      return MethodHandles.classDataAt(MethodHandles.lookup(), "_", Class.class, index);
    } catch (IllegalAccessException e) {
      throw new LinkageError("this class is a template of hidden classes", e);
    }
  }

  private static void requireExact(MemorySegment from, MemorySegment to) {
    if (from.getClass() != FROM || to.getClass() != TO) {
      throw new IllegalArgumentException(
          "kernels of %s to %s got %s and %s".formatted(FROM, TO, from, to));
    }
  }

  /** How many bytes of each row are added in vectors. */
  private static long vectorBytes(boolean vectors, long rowBytes, long rows) {
    return vectors && rowBytes * rows >= SHORT_BYTES ? rowBytes / STEP * STEP : 0;
  }

  @Override
  public void ints(
      int scale,
      MemorySegment source,
      long from,
      long fromStride,
      MemorySegment target,
      long to,
      long toStride,
      long rowBytes,
      long rows) {
    requireExact(source, target);
    long vectorBytes = vectorBytes(INTS, rowBytes, rows);
    if (vectorBytes > 0) {
      IntVector factor = IntVector.broadcast(IntVector.SPECIES_PREFERRED, scale);
      for (long row = 0; row < rows; row++) {
        long in = from + row * fromStride;
        long out = to + row * toStride;
        long i = 0;
        for (; i + 4 * STEP <= vectorBytes; i += 4 * STEP) {
          step(factor, source, in + i, target, out + i);
          step(factor, source, in + i + STEP, target, out + i + STEP);
          step(factor, source, in + i + 2 * STEP, target, out + i + 2 * STEP);
          step(factor, source, in + i + 3 * STEP, target, out + i + 3 * STEP);
        }
        for (; i < vectorBytes; i += STEP) {
          step(factor, source, in + i, target, out + i);
        }
      }
    }
    if (vectorBytes < rowBytes) {
      PLAIN.ints(
          scale,
          source,
          from + vectorBytes,
          fromStride,
          target,
          to + vectorBytes,
          toStride,
          rowBytes - vectorBytes,
          rows);
    }
  }

  private static void step(
      IntVector factor, MemorySegment source, long from, MemorySegment target, long to) {
    IntVector product =
        IntVector.fromMemorySegment(factor.species(), source, from, ORDER).mul(factor);
    IntVector.fromMemorySegment(factor.species(), target, to, ORDER)
        .add(product)
        .intoMemorySegment(target, to, ORDER);
  }

  @Override
  public void longs(
      long scale,
      MemorySegment source,
      long from,
      long fromStride,
      MemorySegment target,
      long to,
      long toStride,
      long rowBytes,
      long rows) {
    requireExact(source, target);
    long vectorBytes = vectorBytes(LONGS, rowBytes, rows);
    if (vectorBytes > 0) {
      LongVector factor = LongVector.broadcast(LongVector.SPECIES_PREFERRED, scale);
      for (long row = 0; row < rows; row++) {
        long in = from + row * fromStride;
        long out = to + row * toStride;
        long i = 0;
        for (; i + 4 * STEP <= vectorBytes; i += 4 * STEP) {
          step(factor, source, in + i, target, out + i);
          step(factor, source, in + i + STEP, target, out + i + STEP);
          step(factor, source, in + i + 2 * STEP, target, out + i + 2 * STEP);
          step(factor, source, in + i + 3 * STEP, target, out + i + 3 * STEP);
        }
        for (; i < vectorBytes; i += STEP) {
          step(factor, source, in + i, target, out + i);
        }
      }
    }
    if (vectorBytes < rowBytes) {
      PLAIN.longs(
          scale,
          source,
          from + vectorBytes,
          fromStride,
          target,
          to + vectorBytes,
          toStride,
          rowBytes - vectorBytes,
          rows);
    }
  }

  private static void step(
      LongVector factor, MemorySegment source, long from, MemorySegment target, long to) {
    LongVector product =
        LongVector.fromMemorySegment(factor.species(), source, from, ORDER).mul(factor);
    LongVector.fromMemorySegment(factor.species(), target, to, ORDER)
        .add(product)
        .intoMemorySegment(target, to, ORDER);
  }

  @Override
  public void floats(
      float scale,
      MemorySegment source,
      long from,
      long fromStride,
      MemorySegment target,
      long to,
      long toStride,
      long rowBytes,
      long rows) {
    requireExact(source, target);
    long vectorBytes = vectorBytes(FLOATS, rowBytes, rows);
    if (vectorBytes > 0) {
      FloatVector factor = FloatVector.broadcast(FloatVector.SPECIES_PREFERRED, scale);
      for (long row = 0; row < rows; row++) {
        long in = from + row * fromStride;
        long out = to + row * toStride;
        long i = 0;
        for (; i + 4 * STEP <= vectorBytes; i += 4 * STEP) {
          step(factor, source, in + i, target, out + i);
          step(factor, source, in + i + STEP, target, out + i + STEP);
          step(factor, source, in + i + 2 * STEP, target, out + i + 2 * STEP);
          step(factor, source, in + i + 3 * STEP, target, out + i + 3 * STEP);
        }
        for (; i < vectorBytes; i += STEP) {
          step(factor, source, in + i, target, out + i);
        }
      }
    }
    if (vectorBytes < rowBytes) {
      PLAIN.floats(
          scale,
          source,
          from + vectorBytes,
          fromStride,
          target,
          to + vectorBytes,
          toStride,
          rowBytes - vectorBytes,
          rows);
    }
  }

  private static void step(
      FloatVector factor, MemorySegment source, long from, MemorySegment target, long to) {
    FloatVector product =
        FloatVector.fromMemorySegment(factor.species(), source, from, ORDER).mul(factor);
    FloatVector.fromMemorySegment(factor.species(), target, to, ORDER)
        .add(product)
        .intoMemorySegment(target, to, ORDER);
  }

  @Override
  public void doubles(
      double scale,
      MemorySegment source,
      long from,
      long fromStride,
      MemorySegment target,
      long to,
      long toStride,
      long rowBytes,
      long rows) {
    requireExact(source, target);
    long vectorBytes = vectorBytes(DOUBLES, rowBytes, rows);
    if (vectorBytes > 0) {
      DoubleVector factor = DoubleVector.broadcast(DoubleVector.SPECIES_PREFERRED, scale);
      for (long row = 0; row < rows; row++) {
        long in = from + row * fromStride;
        long out = to + row * toStride;
        long i = 0;
        for (; i + 4 * STEP <= vectorBytes; i += 4 * STEP) {
          step(factor, source, in + i, target, out + i);
          step(factor, source, in + i + STEP, target, out + i + STEP);
          step(factor, source, in + i + 2 * STEP, target, out + i + 2 * STEP);
          step(factor, source, in + i + 3 * STEP, target, out + i + 3 * STEP);
        }
        for (; i < vectorBytes; i += STEP) {
          step(factor, source, in + i, target, out + i);
        }
      }
    }
    if (vectorBytes < rowBytes) {
      PLAIN.doubles(
          scale,
          source,
          from + vectorBytes,
          fromStride,
          target,
          to + vectorBytes,
          toStride,
          rowBytes - vectorBytes,
          rows);
    }
  }

  private static void step(
      DoubleVector factor, MemorySegment source, long from, MemorySegment target, long to) {
    DoubleVector product =
        DoubleVector.fromMemorySegment(factor.species(), source, from, ORDER).mul(factor);
    DoubleVector.fromMemorySegment(factor.species(), target, to, ORDER)
        .add(product)
        .intoMemorySegment(target, to, ORDER);
  }
}
