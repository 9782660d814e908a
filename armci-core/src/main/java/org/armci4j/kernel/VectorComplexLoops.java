package org.armci4j.kernel;

import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorShuffle;
import jdk.incubator.vector.VectorSpecies;

/**
 * The loops over complex numbers of {@link VectorAccumulate}. A vector holds pairs (re, im): it is
 * multiplied by the factor's real part, its lanes are swapped within each pair and multiplied by
 * the imaginary part with the sign that each lane needs.
 */
final class VectorComplexLoops {
  private static final ByteOrder ORDER = ByteOrder.nativeOrder();
  private static final long ODD_BITS = 0xAAAA_AAAA_AAAA_AAAAL;

  private VectorComplexLoops() {}

  private static <E> VectorMask<E> oddLanes(VectorSpecies<E> species) {
    return VectorMask.fromLong(species, ODD_BITS);
  }

  static long nativeLoop(
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
      addTo(target, to + i, x.mul(same).add(x.rearrange(swap).mul(other)));
    }
    return end;
  }

  static long arrayLoop(
      float re, float im, float[] source, int from, MemorySegment target, long to, long sizeBytes) {
    VectorSpecies<Float> species = FloatVector.SPECIES_PREFERRED;
    VectorShuffle<Float> swap = VectorShuffle.fromOp(species, lane -> lane ^ 1);
    FloatVector same = FloatVector.broadcast(species, re);
    FloatVector other = FloatVector.broadcast(species, -im).blend(im, oddLanes(species));
    int step = species.length();
    int end = (int) (sizeBytes / species.vectorByteSize()) * step;
    for (int i = 0; i < end; i += step) {
      FloatVector x = FloatVector.fromArray(species, source, from + i);
      addTo(target, to + 4L * i, x.mul(same).add(x.rearrange(swap).mul(other)));
    }
    return 4L * end;
  }

  static long nativeLoop(
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
      addTo(target, to + i, x.mul(same).add(x.rearrange(swap).mul(other)));
    }
    return end;
  }

  static long arrayLoop(
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
      addTo(target, to + 8L * i, x.mul(same).add(x.rearrange(swap).mul(other)));
    }
    return 8L * end;
  }

  private static void addTo(MemorySegment target, long to, FloatVector product) {
    FloatVector old = FloatVector.fromMemorySegment(product.species(), target, to, ORDER);
    old.add(product).intoMemorySegment(target, to, ORDER);
  }

  private static void addTo(MemorySegment target, long to, DoubleVector product) {
    DoubleVector old = DoubleVector.fromMemorySegment(product.species(), target, to, ORDER);
    old.add(product).intoMemorySegment(target, to, ORDER);
  }
}
