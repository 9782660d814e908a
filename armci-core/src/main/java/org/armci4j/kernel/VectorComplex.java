package org.armci4j.kernel;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.nio.ByteOrder;
import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorShuffle;
import jdk.incubator.vector.VectorSpecies;

/**
 * Vector API loops over complex numbers, as {@link VectorAccumulate} over others. A vector holds
 * pairs (re, im): it is multiplied by the factor's real part, its lanes are swapped within each
 * pair and multiplied by the imaginary part with the sign that each lane needs.
 */
final class VectorComplex implements ComplexKernels {
  private static final Class<?> FROM = classData(0);
  private static final Class<?> TO = classData(1);

  private static final ComplexKernels PLAIN = KernelCache.PLAIN_COMPLEX.of(FROM, TO);
  private static final boolean FLOATS =
      KernelCache.givesVectors(FROM, MemorySegment.ofArray(new float[0]));
  private static final boolean DOUBLES =
      KernelCache.givesVectors(FROM, MemorySegment.ofArray(new double[0]));

  private static final ByteOrder ORDER = ByteOrder.nativeOrder();
  private static final long STEP = DoubleVector.SPECIES_PREFERRED.vectorByteSize();
  private static final long ODD_BITS = 0xAAAA_AAAA_AAAA_AAAAL;

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
  public void complexFloats(
      float re,
      float im,
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
      VectorSpecies<Float> species = FloatVector.SPECIES_PREFERRED;
      VectorShuffle<Float> swap = VectorShuffle.fromOp(species, lane -> lane ^ 1);
      VectorMask<Float> odd = VectorMask.fromLong(species, ODD_BITS);
      FloatVector same = FloatVector.broadcast(species, re);
      FloatVector other = FloatVector.broadcast(species, -im).blend(im, odd);
      for (long row = 0; row < rows; row++) {
        long in = from + row * fromStride;
        long out = to + row * toStride;
        for (long i = 0; i < vectorBytes; i += STEP) {
          FloatVector x = FloatVector.fromMemorySegment(species, source, in + i, ORDER);
          FloatVector product = x.mul(same).add(x.rearrange(swap).mul(other));
          FloatVector.fromMemorySegment(species, target, out + i, ORDER)
              .add(product)
              .intoMemorySegment(target, out + i, ORDER);
        }
      }
    }
    if (vectorBytes < rowBytes) {
      PLAIN.complexFloats(
          re,
          im,
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

  @Override
  public void complexDoubles(
      double re,
      double im,
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
      VectorSpecies<Double> species = DoubleVector.SPECIES_PREFERRED;
      VectorShuffle<Double> swap = VectorShuffle.fromOp(species, lane -> lane ^ 1);
      VectorMask<Double> odd = VectorMask.fromLong(species, ODD_BITS);
      DoubleVector same = DoubleVector.broadcast(species, re);
      DoubleVector other = DoubleVector.broadcast(species, -im).blend(im, odd);
      for (long row = 0; row < rows; row++) {
        long in = from + row * fromStride;
        long out = to + row * toStride;
        for (long i = 0; i < vectorBytes; i += STEP) {
          DoubleVector x = DoubleVector.fromMemorySegment(species, source, in + i, ORDER);
          DoubleVector product = x.mul(same).add(x.rearrange(swap).mul(other));
          DoubleVector.fromMemorySegment(species, target, out + i, ORDER)
              .add(product)
              .intoMemorySegment(target, out + i, ORDER);
        }
      }
    }
    if (vectorBytes < rowBytes) {
      PLAIN.complexDoubles(
          re,
          im,
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
}
