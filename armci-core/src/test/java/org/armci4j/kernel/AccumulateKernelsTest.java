package org.armci4j.kernel;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT_UNALIGNED;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The vectorised kernels against the plain ones, bit for bit, and the plain ones against algebra.
 */
class AccumulateKernelsTest {
  private static final int MAX_ELEMENTS = 70;
  private static final long PADDING_BYTES = 16;

  enum Type {
    INT(4) {
      @Override
      void run(AccumulateKernels k, MemorySegment s, long from, MemorySegment t, long to, long n) {
        k.ints(-7, s, from, t, to, n);
      }
    },
    LONG(8) {
      @Override
      void run(AccumulateKernels k, MemorySegment s, long from, MemorySegment t, long to, long n) {
        k.longs(1L << 40, s, from, t, to, n);
      }
    },
    FLOAT(4) {
      @Override
      void run(AccumulateKernels k, MemorySegment s, long from, MemorySegment t, long to, long n) {
        k.floats(0.1f, s, from, t, to, n);
      }
    },
    DOUBLE(8) {
      @Override
      void run(AccumulateKernels k, MemorySegment s, long from, MemorySegment t, long to, long n) {
        k.doubles(0.1, s, from, t, to, n);
      }
    },
    COMPLEX_FLOAT(8) {
      @Override
      void run(AccumulateKernels k, MemorySegment s, long from, MemorySegment t, long to, long n) {
        k.complexFloats(0.1f, -1.7f, s, from, t, to, n);
      }
    },
    COMPLEX_DOUBLE(16) {
      @Override
      void run(AccumulateKernels k, MemorySegment s, long from, MemorySegment t, long to, long n) {
        k.complexDoubles(0.1, -1.7, s, from, t, to, n);
      }
    };

    final int elementBytes;

    Type(int elementBytes) {
      this.elementBytes = elementBytes;
    }

    /** An array of the type's own kind, so that its own loop is taken. */
    MemorySegment array(int sizeBytes) {
      return switch (this) {
        case INT -> MemorySegment.ofArray(new int[sizeBytes / 4]);
        case LONG -> MemorySegment.ofArray(new long[sizeBytes / 8]);
        case FLOAT, COMPLEX_FLOAT -> MemorySegment.ofArray(new float[sizeBytes / 4]);
        case DOUBLE, COMPLEX_DOUBLE -> MemorySegment.ofArray(new double[sizeBytes / 8]);
      };
    }

    abstract void run(
        AccumulateKernels k, MemorySegment s, long from, MemorySegment t, long to, long n);
  }

  @Test
  void theLauncherArrangesForVectors() {
    assertInstanceOf(VectorAccumulate.class, AccumulateKernels.forThisJvm());
  }

  @ParameterizedTest
  @EnumSource
  void vectorsRoundAsPlainLoops(Type type) {
    try (Arena arena = Arena.ofConfined()) {
      for (int elements = 0; elements <= MAX_ELEMENTS; elements++) {
        for (long shift : new long[] {0, 1, 8}) {
          long allBytes = (long) elements * type.elementBytes + 2 * PADDING_BYTES;
          MemorySegment source = values(arena.allocate(allBytes, 64), elements);
          MemorySegment heap = type.array((int) allBytes).copyFrom(source);
          MemorySegment bytes = MemorySegment.ofArray(new byte[(int) allBytes]).copyFrom(source);
          MemorySegment plain = values(arena.allocate(allBytes, 64), elements + 1);
          MemorySegment vector = arena.allocate(allBytes, 64).copyFrom(plain);
          MemorySegment vectorFromBytes = arena.allocate(allBytes, 64).copyFrom(plain);
          MemorySegment vectorFromHeap = arena.allocate(allBytes, 64).copyFrom(plain);
          type.run(new PlainAccumulate(), source, shift, plain, 16 - shift, elements);
          type.run(new VectorAccumulate(), source, shift, vector, 16 - shift, elements);
          type.run(new VectorAccumulate(), heap, shift, vectorFromHeap, 16 - shift, elements);
          type.run(new VectorAccumulate(), bytes, shift, vectorFromBytes, 16 - shift, elements);
          assertEquals(-1, plain.mismatch(vectorFromBytes), elements + " from bytes");
          assertEquals(-1, plain.mismatch(vector), elements + " elements, shift " + shift);
          assertEquals(-1, plain.mismatch(vectorFromHeap), elements + " from the heap");
        }
      }
    }
  }

  /** Doubles of moderate size; their bytes serve as the other types too, but for NaN payloads. */
  private static MemorySegment values(MemorySegment segment, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    for (long offset = 0; offset + 8 <= segment.byteSize(); offset += 8) {
      segment.set(JAVA_FLOAT_UNALIGNED, offset, (float) random.nextDouble(-100, 100));
      segment.set(JAVA_FLOAT_UNALIGNED, offset + 4, (float) random.nextDouble(-100, 100));
    }
    return segment;
  }

  @Test
  void plainLoopsDoWhatTheirNamesSay() {
    PlainAccumulate plain = new PlainAccumulate();
    int[] ints = {10, 20};
    plain.ints(3, MemorySegment.ofArray(new int[] {1, 2}), 0, MemorySegment.ofArray(ints), 0, 2);
    assertEquals(13, ints[0]);
    assertEquals(26, ints[1]);

    MemorySegment target = MemorySegment.ofArray(new double[] {1, 1});
    MemorySegment source = MemorySegment.ofArray(new double[] {2, 3});
    plain.complexDoubles(5, 7, source, 0, target, 0, 1);
    assertEquals(1 + 2 * 5 - 3 * 7, target.get(JAVA_DOUBLE_UNALIGNED, 0));
    assertEquals(1 + 2 * 7 + 3 * 5, target.get(JAVA_DOUBLE_UNALIGNED, 8));
  }
}
