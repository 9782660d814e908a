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

/** Vector API loops in the widest vectors of the CPU, with the same rounding as the plain ones. */
final class VectorAccumulate implements AccumulateKernels {
  private static final ByteOrder ORDER = ByteOrder.nativeOrder();
  private static final long ODD_BITS = 0xAAAA_AAAA_AAAA_AAAAL;

  private final PlainAccumulate tail = new PlainAccumulate();

  private static <E> VectorMask<E> oddLanes(VectorSpecies<E> species) {
    return VectorMask.fromLong(species, ODD_BITS);
  }

  @Override
  public void ints(
      int scale, MemorySegment source, long from, MemorySegment target, long to, long count) {
    VectorSpecies<Integer> species = IntVector.SPECIES_PREFERRED;
    IntVector factor = IntVector.broadcast(species, scale);
    long step = species.vectorByteSize();
    long end = 4 * count / step * step;
    for (long i = 0; i < end; i += step) {
      IntVector product = IntVector.fromMemorySegment(species, source, from + i, ORDER).mul(factor);
      IntVector.fromMemorySegment(species, target, to + i, ORDER)
          .add(product)
          .intoMemorySegment(target, to + i, ORDER);
    }
    tail.ints(scale, source, from + end, target, to + end, count - end / 4);
  }

  @Override
  public void longs(
      long scale, MemorySegment source, long from, MemorySegment target, long to, long count) {
    VectorSpecies<Long> species = LongVector.SPECIES_PREFERRED;
    LongVector factor = LongVector.broadcast(species, scale);
    long step = species.vectorByteSize();
    long end = 8 * count / step * step;
    for (long i = 0; i < end; i += step) {
      LongVector product =
          LongVector.fromMemorySegment(species, source, from + i, ORDER).mul(factor);
      LongVector.fromMemorySegment(species, target, to + i, ORDER)
          .add(product)
          .intoMemorySegment(target, to + i, ORDER);
    }
    tail.longs(scale, source, from + end, target, to + end, count - end / 8);
  }

  @Override
  public void floats(
      float scale, MemorySegment source, long from, MemorySegment target, long to, long count) {
    VectorSpecies<Float> species = FloatVector.SPECIES_PREFERRED;
    FloatVector factor = FloatVector.broadcast(species, scale);
    long step = species.vectorByteSize();
    long end = 4 * count / step * step;
    for (long i = 0; i < end; i += step) {
      FloatVector product =
          FloatVector.fromMemorySegment(species, source, from + i, ORDER).mul(factor);
      FloatVector.fromMemorySegment(species, target, to + i, ORDER)
          .add(product)
          .intoMemorySegment(target, to + i, ORDER);
    }
    tail.floats(scale, source, from + end, target, to + end, count - end / 4);
  }

  @Override
  public void doubles(
      double scale, MemorySegment source, long from, MemorySegment target, long to, long count) {
    VectorSpecies<Double> species = DoubleVector.SPECIES_PREFERRED;
    DoubleVector factor = DoubleVector.broadcast(species, scale);
    long step = species.vectorByteSize();
    long end = 8 * count / step * step;
    for (long i = 0; i < end; i += step) {
      DoubleVector product =
          DoubleVector.fromMemorySegment(species, source, from + i, ORDER).mul(factor);
      DoubleVector.fromMemorySegment(species, target, to + i, ORDER)
          .add(product)
          .intoMemorySegment(target, to + i, ORDER);
    }
    tail.doubles(scale, source, from + end, target, to + end, count - end / 8);
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
    VectorSpecies<Float> species = FloatVector.SPECIES_PREFERRED;
    VectorShuffle<Float> swap = VectorShuffle.fromOp(species, lane -> lane ^ 1);
    FloatVector same = FloatVector.broadcast(species, re);
    FloatVector other = FloatVector.broadcast(species, -im).blend(im, oddLanes(species));
    long step = species.vectorByteSize();
    long end = 8 * count / step * step;
    for (long i = 0; i < end; i += step) {
      FloatVector x = FloatVector.fromMemorySegment(species, source, from + i, ORDER);
      FloatVector product = x.mul(same).add(x.rearrange(swap).mul(other));
      FloatVector.fromMemorySegment(species, target, to + i, ORDER)
          .add(product)
          .intoMemorySegment(target, to + i, ORDER);
    }
    tail.complexFloats(re, im, source, from + end, target, to + end, count - end / 8);
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
    VectorSpecies<Double> species = DoubleVector.SPECIES_PREFERRED;
    VectorShuffle<Double> swap = VectorShuffle.fromOp(species, lane -> lane ^ 1);
    DoubleVector same = DoubleVector.broadcast(species, re);
    DoubleVector other = DoubleVector.broadcast(species, -im).blend(im, oddLanes(species));
    long step = species.vectorByteSize();
    long end = 16 * count / step * step;
    for (long i = 0; i < end; i += step) {
      DoubleVector x = DoubleVector.fromMemorySegment(species, source, from + i, ORDER);
      DoubleVector product = x.mul(same).add(x.rearrange(swap).mul(other));
      DoubleVector.fromMemorySegment(species, target, to + i, ORDER)
          .add(product)
          .intoMemorySegment(target, to + i, ORDER);
    }
    tail.complexDoubles(re, im, source, from + end, target, to + end, count - end / 16);
  }
}
