package org.armci4j.benchmarks.mix;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import org.armci4j.GlobalMemory;
import org.armci4j.collectives.ElementType;
import org.armci4j.collectives.Elements;

/** Holds a buffer of every kind that a call accepts, all of one length. */
final class MixedMemory implements AutoCloseable {
  static final int SIZE_BYTES = 16 * 1024;

  private final Arena shared = Arena.ofShared();
  private final Arena confined = Arena.ofConfined();
  private final List<MemorySegment> segments;
  private final List<Elements> elements;

  /**
   * Allocates the buffers.
   *
   * @param own global memory; this rank's block is one of the buffers
   */
  MixedMemory(GlobalMemory own) {
    int[] ints = new int[SIZE_BYTES / Integer.BYTES];
    long[] longs = new long[SIZE_BYTES / Long.BYTES];
    float[] floats = new float[SIZE_BYTES / Float.BYTES];
    double[] doubles = new double[SIZE_BYTES / Double.BYTES];
    MemorySegment any = shared.allocate(SIZE_BYTES, Long.BYTES);
    this.segments =
        List.of(
            any,
            confined.allocate(SIZE_BYTES, Long.BYTES),
            Arena.ofAuto().allocate(SIZE_BYTES, Long.BYTES),
            own.local(),
            MemorySegment.ofArray(new byte[SIZE_BYTES]),
            MemorySegment.ofArray(new short[SIZE_BYTES / Short.BYTES]),
            MemorySegment.ofArray(ints),
            MemorySegment.ofArray(longs),
            MemorySegment.ofArray(floats),
            MemorySegment.ofArray(doubles));
    this.elements =
        List.of(
            Elements.of(any, ElementType.DOUBLE),
            Elements.of(own, 0, SIZE_BYTES / Double.BYTES, ElementType.DOUBLE),
            Elements.of(ints),
            Elements.of(longs),
            Elements.of(floats),
            Elements.of(doubles));
  }

  List<MemorySegment> segments() {
    return segments;
  }

  /** Returns the buffers for collectives. */
  List<Elements> elements() {
    return elements;
  }

  @Override
  public void close() {
    confined.close();
    shared.close();
  }
}
