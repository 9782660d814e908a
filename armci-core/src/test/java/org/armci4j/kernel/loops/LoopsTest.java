package org.armci4j.kernel.loops;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

/** Plain and vectorised loops against the definitions in {@link Scalars}, bit for bit. */
class LoopsTest {
  private static final int MAX_ELEMENTS = 150;
  private static final int MAX_ROWS = 4;

  private static final List<LoopTable> TABLES =
      VectorModule.load(LoopsTest.class.getModule())
          ? List.of(LoopTable.PLAIN, LoopTable.CHOSEN, LoopTable.VECTORS)
          : List.of();

  /** A loop that there is. */
  record Loop(Element element, Operator operator) {}

  /** Where bytes lie. */
  enum Kind {
    NATIVE,
    OWN_ARRAY,
    OTHER_ARRAY,
    BYTES,
    READ_ONLY_ARRAY;

    MemorySegment of(Element element, MemorySegment like) {
      int bytes = (int) like.byteSize();
      boolean wide = element.part().sizeBytes() == 8;
      MemorySegment memory =
          switch (this) {
            case NATIVE -> Arena.ofAuto().allocate(bytes, 64);
            case BYTES -> MemorySegment.ofArray(new byte[bytes]);
            case OTHER_ARRAY ->
                element.isInteger()
                    ? MemorySegment.ofArray(new double[bytes / 8])
                    : MemorySegment.ofArray(new long[bytes / 8]);
            default ->
                element.isInteger()
                    ? wide
                        ? MemorySegment.ofArray(new long[bytes / 8])
                        : MemorySegment.ofArray(new int[bytes / 4])
                    : wide
                        ? MemorySegment.ofArray(new double[bytes / 8])
                        : MemorySegment.ofArray(new float[bytes / 4]);
          };
      memory.copyFrom(like);
      return this == READ_ONLY_ARRAY ? memory.asReadOnly() : memory;
    }
  }

  @Test
  void theLauncherArrangesForVectors() {
    assertEquals(3, TABLES.size(), "export jdk.internal.module to the tests");
    MemorySegment any = MemorySegment.NULL;
    for (Operator operator : List.of(Operator.SUM, Operator.SCALED_SUM)) {
      String name = Loops.of(Element.DOUBLE, operator).between(any, any).getClass().getSimpleName();
      assertTrue(name.startsWith("SizedLoops"), name);
    }
  }

  @Test
  void aLoopIsDefinedOnceForEachPairOfClasses() {
    MemorySegment any = MemorySegment.NULL;
    var sums = Loops.of(Element.INT, Operator.SUM);
    assertSame(sums.between(any, any), Loops.of(Element.INT, Operator.SUM).between(any, any));
    MemorySegment array = MemorySegment.ofArray(new int[9]);
    assertThrows(
        IllegalArgumentException.class,
        () -> sums.between(any, any).combine(array, 0, array, 0, array, 0, 4));
  }

  @Test
  void operatorsTakeWhatTheyMakeSenseFor() {
    assertNull(Loops.of(Element.FLOAT, Operator.BITWISE_OR));
    assertNull(Loops.of(Element.COMPLEX_DOUBLE, Operator.MIN));
    assertNull(Loops.of(Element.INT, Operator.MIN_LOC));
    assertNull(Loops.of(Element.INDEXED_INT, Operator.MIN));
    assertEquals(
        2 * 11 + 2 * 5 + 2 * 3 + 4 * 2,
        loops().size(),
        "operators of 2 integers, 2 floating-point numbers, 2 complex numbers, 4 indexed ones");
  }

  private static List<Loop> loops() {
    List<Loop> loops = new ArrayList<>();
    for (Element element : Element.values()) {
      for (Operator operator : Operator.values()) {
        if (operator.takes(element)) {
          loops.add(new Loop(element, operator));
        }
      }
    }
    return loops;
  }

  @Provide
  Arbitrary<Loop> combining() {
    return Arbitraries.of(loops().stream().filter(l -> l.operator != Operator.SCALED_SUM).toList());
  }

  /** Rows with gaps, and places within their memories. */
  record Place(int elements, int rows, int shift, int otherShift, int gap) {
    long rowBytes(Element element) {
      return (long) elements * element.sizeBytes();
    }
  }

  @Provide
  Arbitrary<Place> places() {
    return Combinators.combine(
            Arbitraries.integers().between(0, MAX_ELEMENTS),
            Arbitraries.integers().between(1, MAX_ROWS),
            Arbitraries.integers().between(0, 16),
            Arbitraries.integers().between(0, 16),
            Arbitraries.integers().between(0, 24))
        .as(Place::new);
  }

  /** Results lie apart, on the left operand, or on the right one. */
  @Property(tries = 2000)
  void combines(
      @ForAll("combining") Loop loop,
      @ForAll("places") Place place,
      @ForAll @IntRange(max = 2) int on,
      @ForAll long seed) {
    Element element = loop.element;
    try (Arena arena = Arena.ofConfined()) {
      Memories memories = new Memories(element, place, seed, arena);
      long l = place.shift;
      long r = place.otherShift;
      long to = on == 0 ? place.gap : on == 1 ? l : r;
      long bytes = place.rowBytes(element);
      MemorySegment expected = arena.allocate(memories.bytes, 64);
      expected.copyFrom(memories.of(on));
      for (long i = 0; i < bytes; i += element.sizeBytes()) {
        Scalars.combine(
            element, loop.operator, memories.left, l + i, memories.right, r + i, expected, to + i);
      }
      Scalars.withOneNan(element, expected, to, to + bytes);
      for (LoopTable table : TABLES) {
        Memories own = new Memories(element, place, seed, arena);
        MemorySegment result = own.of(on);
        table
            .find(element, loop.operator)
            .between(result, result)
            .combine(own.left, l, own.right, r, result, to, bytes);
        assertEquals(-1, expected.mismatch(result), () -> "table " + TABLES.indexOf(table));
      }
    }
  }

  /** Two operands and a third memory, filled by a seed. */
  private static final class Memories {
    private final long bytes;
    private final MemorySegment left;
    private final MemorySegment right;
    private final MemorySegment apart;

    Memories(Element element, Place place, long seed, Arena arena) {
      long all = MAX_ROWS * (place.rowBytes(element) + place.gap) + 3 * 32;
      bytes = all / 8 * 8;
      left = arena.allocate(bytes, 64);
      right = arena.allocate(bytes, 64);
      apart = arena.allocate(bytes, 64);
      SplittableRandom random = new SplittableRandom(seed);
      Scalars.fill(element, left.asSlice(place.shift), random);
      Scalars.fill(element, right.asSlice(place.otherShift), random);
      Scalars.fill(element, apart, random);
    }

    MemorySegment of(int which) {
      return which == 0 ? apart : which == 1 ? left : right;
    }
  }

  @Provide
  Arbitrary<Element> accumulated() {
    return Arbitraries.of(
        loops().stream()
            .filter(loop -> loop.operator == Operator.SCALED_SUM)
            .map(Loop::element)
            .toList());
  }

  @Property(tries = 2000)
  void accumulates(
      @ForAll("accumulated") Element element,
      @ForAll("places") Place place,
      @ForAll Kind from,
      @ForAll boolean toArray,
      @ForAll @LongRange(min = -9, max = 9) long scale,
      @ForAll long seed) {
    Kind to = toArray ? Kind.OWN_ARRAY : Kind.NATIVE;
    long first = bits(element, scale);
    long second = bits(element, 5 - scale);
    long rowBytes = place.rowBytes(element);
    long fromStride = rowBytes + place.gap;
    long toStride = rowBytes + 24 - place.gap;
    try (Arena arena = Arena.ofConfined()) {
      Memories memories =
          new Memories(element, new Place(place.elements, 1, 0, 0, 24), seed, arena);
      MemorySegment expected = arena.allocate(memories.bytes, 64).copyFrom(memories.right);
      for (long row = 0; row < place.rows; row++) {
        for (long i = 0; i < rowBytes; i += element.sizeBytes()) {
          Scalars.accumulate(
              element,
              first,
              second,
              memories.left,
              place.shift + row * fromStride + i,
              expected,
              place.otherShift + row * toStride + i);
        }
      }
      for (LoopTable table : TABLES) {
        MemorySegment source = from.of(element, memories.left);
        MemorySegment target = to.of(element, memories.right);
        table
            .find(element, Operator.SCALED_SUM)
            .between(source, target)
            .accumulate(
                first,
                second,
                source,
                place.shift,
                fromStride,
                target,
                place.otherShift,
                toStride,
                rowBytes,
                place.rows);
        for (long row = 0; row < place.rows; row++) {
          long at = place.otherShift + row * toStride;
          Scalars.withOneNan(element, target, at, at + rowBytes); // accumulates promise no bits
          Scalars.withOneNan(element, expected, at, at + rowBytes);
        }
        assertEquals(-1, expected.mismatch(target), () -> "table " + TABLES.indexOf(table));
      }
    }
  }

  /** Of floating point a tenth, so that products are rounded. */
  private static long bits(Element element, long scale) {
    return switch (element.part()) {
      case INT, LONG -> scale;
      case FLOAT -> Float.floatToRawIntBits(scale / 10f);
      default -> Double.doubleToRawLongBits(scale / 10.0);
    };
  }
}
