package org.armci4j.kernel;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT_UNALIGNED;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
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

  /** Kernels and a scale of one type. */
  private interface Loop {
    void run(Kernels kernels, MemorySegment source, Rows from, MemorySegment target, Rows to);
  }

  /** The kernels that this JVM takes, or the plain ones. */
  private record Kernels(
      ExactClasses<AccumulateKernels> real, ExactClasses<ComplexKernels> complex) {}

  private record Rows(long offset, long stride, long rowBytes, long rows) {}

  enum Type {
    INT(
        4,
        (k, s, from, t, to) ->
            k.real
                .between(s, t)
                .ints(
                    -7,
                    s,
                    from.offset,
                    from.stride,
                    t,
                    to.offset,
                    to.stride,
                    to.rowBytes,
                    to.rows)),
    LONG(
        8,
        (k, s, from, t, to) ->
            k.real
                .between(s, t)
                .longs(
                    1L << 40,
                    s,
                    from.offset,
                    from.stride,
                    t,
                    to.offset,
                    to.stride,
                    to.rowBytes,
                    to.rows)),
    FLOAT(
        4,
        (k, s, from, t, to) ->
            k.real
                .between(s, t)
                .floats(
                    0.1f,
                    s,
                    from.offset,
                    from.stride,
                    t,
                    to.offset,
                    to.stride,
                    to.rowBytes,
                    to.rows)),
    DOUBLE(
        8,
        (k, s, from, t, to) ->
            k.real
                .between(s, t)
                .doubles(
                    0.1,
                    s,
                    from.offset,
                    from.stride,
                    t,
                    to.offset,
                    to.stride,
                    to.rowBytes,
                    to.rows)),
    COMPLEX_FLOAT(
        8,
        (k, s, from, t, to) ->
            k.complex
                .between(s, t)
                .complexFloats(
                    0.1f,
                    -1.7f,
                    s,
                    from.offset,
                    from.stride,
                    t,
                    to.offset,
                    to.stride,
                    to.rowBytes,
                    to.rows)),
    COMPLEX_DOUBLE(
        16,
        (k, s, from, t, to) ->
            k.complex
                .between(s, t)
                .complexDoubles(
                    0.1,
                    -1.7,
                    s,
                    from.offset,
                    from.stride,
                    t,
                    to.offset,
                    to.stride,
                    to.rowBytes,
                    to.rows));

    private final int elementBytes;

    @SuppressWarnings("ImmutableEnumChecker") // a lambda that captures nothing
    private final Loop loop;

    Type(int elementBytes, Loop loop) {
      this.elementBytes = elementBytes;
      this.loop = loop;
    }

    /** An array of the type's own kind, from which vectors are read. */
    MemorySegment array(int sizeBytes) {
      return switch (this) {
        case INT -> MemorySegment.ofArray(new int[sizeBytes / 4]);
        case LONG -> MemorySegment.ofArray(new long[sizeBytes / 8]);
        case FLOAT, COMPLEX_FLOAT -> MemorySegment.ofArray(new float[sizeBytes / 4]);
        case DOUBLE, COMPLEX_DOUBLE -> MemorySegment.ofArray(new double[sizeBytes / 8]);
      };
    }
  }

  private static final Kernels PLAIN = new Kernels(KernelCache.PLAIN, KernelCache.PLAIN_COMPLEX);
  private static final Kernels CHOSEN = new Kernels(KernelCache.REAL, KernelCache.COMPLEX);

  @Test
  void theLauncherArrangesForVectors() {
    MemorySegment any = MemorySegment.ofArray(new byte[1]);
    String name = AccumulateKernels.between(any, any).getClass().getSimpleName();
    assertTrue(name.startsWith("VectorAccumulate"), name);
  }

  @ParameterizedTest
  @EnumSource
  void vectorsRoundAsPlainLoops(Type type) {
    for (int elements = 0; elements <= MAX_ELEMENTS; elements++) {
      for (long shift : new long[] {0, 1, 8}) {
        compare(type, elements, 1, shift);
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void rowsAreAddedOneByOne(Type type) {
    for (int elements : new int[] {1, 2, 7, 16, 17, 40}) {
      compare(type, elements, 5, 8);
    }
  }

  /** Between gaps of different sizes, which must stay as they are. */
  private static void compare(Type type, int elements, long rows, long shift) {
    long rowBytes = (long) elements * type.elementBytes;
    Rows from = new Rows(shift, rowBytes + 3, rowBytes, rows);
    Rows to = new Rows(16 - shift, rowBytes + 8, rowBytes, rows);
    int allBytes = (int) (rows * (rowBytes + 8) + 2 * PADDING_BYTES) / 8 * 8 + 8;
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment source = values(arena.allocate(allBytes, 64), elements);
      MemorySegment before = values(arena.allocate(allBytes, 64), elements + 1);
      MemorySegment expected = arena.allocate(allBytes, 64).copyFrom(before);
      for (long row = 0; row < rows; row++) {
        Rows in = new Rows(from.offset + row * from.stride, 0, rowBytes, 1);
        Rows out = new Rows(to.offset + row * to.stride, 0, rowBytes, 1);
        type.loop.run(PLAIN, source, in, expected, out);
      }
      List<MemorySegment> sources =
          List.of(
              source,
              type.array(allBytes).copyFrom(source),
              MemorySegment.ofArray(new byte[allBytes]).copyFrom(source),
              type.array(allBytes).copyFrom(source).asReadOnly());
      for (MemorySegment one : sources) {
        MemorySegment target = arena.allocate(allBytes, 64).copyFrom(before);
        type.loop.run(CHOSEN, one, from, target, to);
        assertEquals(
            -1,
            expected.mismatch(target),
            "%d rows of %d elements, shift %d, from %s".formatted(rows, elements, shift, one));
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
    int[] ints = {10, 20};
    MemorySegment source = MemorySegment.ofArray(new int[] {1, 2});
    MemorySegment target = MemorySegment.ofArray(ints);
    KernelCache.PLAIN.between(source, target).ints(3, source, 0, 0, target, 0, 0, 8, 1);
    assertEquals(13, ints[0]);
    assertEquals(26, ints[1]);

    MemorySegment sum = MemorySegment.ofArray(new double[] {1, 1});
    MemorySegment pair = MemorySegment.ofArray(new double[] {2, 3});
    KernelCache.PLAIN_COMPLEX.between(pair, sum).complexDoubles(5, 7, pair, 0, 0, sum, 0, 0, 16, 1);
    assertEquals(1 + 2 * 5 - 3 * 7, sum.get(JAVA_DOUBLE_UNALIGNED, 0));
    assertEquals(1 + 2 * 7 + 3 * 5, sum.get(JAVA_DOUBLE_UNALIGNED, 8));
  }
}
