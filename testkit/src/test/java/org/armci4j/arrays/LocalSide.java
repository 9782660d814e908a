package org.armci4j.arrays;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.random.RandomGenerator;
import org.armci4j.arrays.kernel.ElementKind;

/** The local side of a patch: a Java array or native memory, with or without gaps. */
final class LocalSide<A> {
  private static final long GAP = 111;

  private final ElementKind kind;
  private final Patch patch;
  private final long from;
  private final long[] leading;
  private final MemorySegment segment;
  final A array;
  final LocalBuffer<A> buffer;

  @SuppressWarnings("unchecked") // the kind is that of the array's elements
  LocalSide(ElementKind kind, Patch patch, RandomGenerator random) {
    this.kind = kind;
    this.patch = patch;
    int form = random.nextInt(4);
    this.from = form == 0 ? 0 : random.nextInt(4);
    this.leading = new long[form < 2 ? 0 : patch.dimensions() - 1];
    for (int d = 0; d < leading.length; d++) {
      leading[d] = Math.max(1, patch.extent(d + 1)) + random.nextInt(3);
    }
    int length = (int) from + 1;
    int step = 1;
    for (int d = patch.dimensions() - 1; d >= 0; d--) {
      step *= (int) (leading.length == 0 || d == 0 ? patch.extent(d) : leading[d - 1]);
    }
    length += step;
    boolean isNative = form > 0 && random.nextBoolean();
    this.array = isNative ? null : (A) PlainArray.array(kind, length);
    this.segment =
        isNative
            ? Arena.ofAuto().allocate((long) length * kind.bytes(), kind.bytes())
            : ElementKind.segment(array);
    for (int i = 0; i < length; i++) {
      PlainArray.write(kind, segment, i, GAP);
    }
    this.buffer =
        isNative
            ? LocalBuffer.ofSegment(segment, from, leading)
            : LocalBuffer.of(array, from, leading);
  }

  boolean isWholeArray() {
    return array != null && from == 0 && leading.length == 0;
  }

  long place(int number) {
    long[] index = PlainArray.index(patch, number);
    long place = 0;
    for (int d = 0; d < index.length; d++) {
      long extent = d == 0 || leading.length == 0 ? patch.extent(d) : leading[d - 1];
      place = place * extent + index[d] - patch.lower(d);
    }
    return from + place;
  }

  void set(int number, long value) {
    PlainArray.write(kind, segment, place(number), value);
  }

  long get(int number) {
    return PlainArray.read(kind, segment, place(number));
  }

  /** Checks that a get has written the elements of the patch alone. */
  void requireGapsUntouched() {
    boolean[] used = new boolean[(int) (segment.byteSize() / kind.bytes())];
    for (int number = 0; number < patch.elements(); number++) {
      used[(int) place(number)] = true;
    }
    for (int i = 0; i < used.length; i++) {
      assertTrue(used[i] || PlainArray.read(kind, segment, i) == GAP, "gap " + i);
    }
  }
}
