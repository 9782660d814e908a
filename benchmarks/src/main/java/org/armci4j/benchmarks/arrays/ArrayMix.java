package org.armci4j.benchmarks.arrays;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import org.armci4j.Accumulation;
import org.armci4j.Armci;
import org.armci4j.Handle;
import org.armci4j.arrays.ByteArray;
import org.armci4j.arrays.DoubleArray;
import org.armci4j.arrays.FloatArray;
import org.armci4j.arrays.FloatingArray;
import org.armci4j.arrays.GlobalArray;
import org.armci4j.arrays.GlobalArrays;
import org.armci4j.arrays.IntArray;
import org.armci4j.arrays.IntegralArray;
import org.armci4j.arrays.LocalBuffer;
import org.armci4j.arrays.LongArray;
import org.armci4j.arrays.Patch;

/**
 * Uses global arrays like a program that has run for a while: arrays of every type, of 1 to 3
 * dimensions, local values in Java arrays and in native memory of every kind, and all operations.
 */
final class ArrayMix {
  private static final int ROUNDS = 40;
  private static final int EDGE = 16;

  /** Longest patch, in elements. */
  private static final int MOST = EDGE * EDGE;

  private static final int LIST = 20;

  private final GlobalArrays arrays;
  private final Handle handle;
  private final List<MemorySegment> segments;

  private ArrayMix(Armci armci, GlobalArrays arrays, Arena shared, Arena confined) {
    long bytes = (long) MOST * Long.BYTES;
    this.arrays = arrays;
    this.handle = armci.newHandle();
    this.segments =
        List.of(
            shared.allocate(bytes, Long.BYTES),
            confined.allocate(bytes, Long.BYTES),
            Arena.ofAuto().allocate(bytes, Long.BYTES));
  }

  /** Performs the mix. Collective. */
  static void run(Armci armci) {
    try (Arena shared = Arena.ofShared();
        Arena confined = Arena.ofConfined();
        GlobalArrays arrays = GlobalArrays.of(armci)) {
      new ArrayMix(armci, arrays, shared, confined).run();
    }
  }

  private void run() {
    for (long[] shape : new long[][] {{MOST}, {EDGE, EDGE}, {4, 8, 8}}) {
      int[] ghosts = new int[shape.length];
      Arrays.fill(ghosts, 1);
      DoubleArray a = arrays.array(shape).ghosts(ghosts).doubles();
      FloatArray b = arrays.array(shape).floats();
      LongArray c = arrays.array(shape).longs();
      IntArray d = arrays.array(shape).ghosts(ghosts).ints();
      ByteArray e = arrays.array(shape).bytes();
      for (int round = 0; round < ROUNDS; round++) {
        transfer(a, new double[MOST], Accumulation.ofDouble(2));
        transfer(b, new float[MOST], Accumulation.ofFloat(2));
        transfer(c, new long[MOST], Accumulation.ofLong(2));
        transfer(d, new int[MOST], Accumulation.ofInt(2));
        transfer(e, new byte[MOST], null);
        arrays.sync();
        floating(a);
        floating(b);
        integral(c);
        integral(d);
        integral(e);
        a.updateGhosts(round % 2 == 0);
        d.updateGhosts(round % 2 == 0);
      }
      List.of(a, b, c, d, e).forEach(GlobalArray::close);
    }
    multiply(arrays.array(EDGE, EDGE).doubles(), arrays.array(EDGE, EDGE).doubles());
    multiply(arrays.array(EDGE, EDGE).floats(), arrays.array(EDGE, EDGE).floats());
  }

  /**
   * Moves patches of one element, of a part and of the whole array, and lists of elements.
   *
   * @param sum null for elements without accumulates
   */
  private <A> void transfer(GlobalArray<A> array, A values, Accumulation sum) {
    int dimensions = array.dimensions();
    long[] part = array.shape();
    part[dimensions - 1] /= 2;
    Patch first = Patch.at(new long[dimensions]);
    for (Patch patch : List.of(first, first.size(part), array.patch())) {
      array.put(patch, values);
      array.get(patch, values);
      if (sum != null) {
        array.accumulate(patch, values);
      }
      segments.forEach(segment -> move(array, patch, LocalBuffer.ofSegment(segment, 0), sum));
    }
    move(array, first, LocalBuffer.of(values, 3), sum);
    long[] indices = new long[LIST * dimensions];
    for (int i = 0; i < LIST; i++) {
      indices[i * dimensions] = i % part[0];
    }
    array.putElements(indices, values);
    array.getElements(indices, values);
    if (sum != null) {
      array.accumulateElements(indices, values);
    }
  }

  private <A> void move(
      GlobalArray<A> array, Patch patch, LocalBuffer<A> buffer, Accumulation sum) {
    array.put(patch, buffer);
    array.get(patch, buffer);
    if (sum != null) {
      array.accumulate(sum, patch, buffer);
      array.nbAccumulate(sum, patch, buffer, handle);
      handle.await();
    }
    array.nbPut(patch, buffer, handle);
    handle.await();
    array.nbGet(patch, buffer, handle);
    handle.await();
  }

  private static <A> void floating(FloatingArray<A> array) {
    long[] index = new long[array.dimensions()];
    array.put(array.get(index), index);
    array.fetchAndAdd(1, index);
    array.fill(1);
    array.section(Patch.at(index)).fill(2);
    array.scale(2);
    array.map((at, value) -> at[0] + value);
    array.map(Math::abs);
    array.add(1, array, 0.5, array);
    array.combine(array, array, Math::max);
    array.reduce(array.dot(array) + array.sum() + array.max() + array.norm(), Math::min);
    array.maxIndex();
  }

  private static <A> void integral(IntegralArray<A> array) {
    long[] index = new long[array.dimensions()];
    array.put(array.get(index), index);
    if (!(array instanceof ByteArray)) {
      array.fetchAndAdd(1, index);
    }
    array.fill(1);
    array.section(Patch.at(index)).fill(2);
    array.scale(2);
    array.map((at, value) -> at[0] + value);
    array.map(Math::abs);
    array.add(1, array, 3, array);
    array.combine(array, array, Math::max);
    array.reduce(array.dot(array) + array.sum() + array.max(), Math::min);
    array.maxIndex();
  }

  private static <A> void multiply(FloatingArray<A> a, FloatingArray<A> b) {
    for (int round = 0; round < ROUNDS; round++) {
      b.multiply(1, a, false, a, round % 2 == 0, 0.5);
      b.transposeFrom(a);
    }
    a.close();
    b.close();
  }
}
