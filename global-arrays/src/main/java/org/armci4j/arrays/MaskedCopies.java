package org.armci4j.arrays;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.function.LongConsumer;
import java.util.function.ToLongFunction;
import org.armci4j.arrays.SectionWalk.Purpose;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.collectives.Elements;
import org.armci4j.collectives.Reduction;

/**
 * Copies of elements of one dimension that a mask of whole numbers chooses. Each rank works for its
 * own part of the mask, piece by piece. Blocks of one dimension lie in the order of ranks, so a sum
 * over the ranks before tells where a part begins.
 *
 * @param <A> the type of Java arrays of the elements
 */
final class MaskedCopies<A> {
  private final ArraySection<A> target;
  private final ArraySection<A> source;
  private final IntegralSection<?> mask;
  private final GlobalArrays home;
  private final int elementBytes;

  /** Room for a piece of the source, and for one of the target. */
  private final MemorySegment read;

  private final MemorySegment written;

  private MaskedCopies(ArraySection<A> target, ArraySection<A> source, IntegralSection<?> mask) {
    this.target = target;
    this.source = source;
    this.mask = mask;
    this.home = target.array().home();
    this.elementBytes = target.array().layout().elementBytes();
    long bytes = (long) SectionWalk.PIECE * elementBytes;
    this.read = Arena.ofAuto().allocate(bytes, Long.BYTES);
    this.written = Arena.ofAuto().allocate(bytes, Long.BYTES);
  }

  static <A> long pack(ArraySection<A> target, ArraySection<A> source, IntegralSection<?> mask) {
    require("packFrom", target, source, mask);
    SectionChecks.requireAlike("packFrom", source, mask);
    return inOrder(
        mask,
        ordered -> {
          MaskedCopies<A> copies = new MaskedCopies<>(target, source, ordered);
          return copies.counted("packFrom", target, copies::packOwn);
        });
  }

  static <A> long unpack(ArraySection<A> target, ArraySection<A> source, IntegralSection<?> mask) {
    require("unpackFrom", target, source, mask);
    SectionChecks.requireAlike("unpackFrom", target, mask);
    return inOrder(
        mask,
        ordered -> {
          MaskedCopies<A> copies = new MaskedCopies<>(target, source, ordered);
          return copies.counted("unpackFrom", source, copies::unpackOwn);
        });
  }

  static <A> void spread(ArraySection<A> target, ArraySection<A> source, IntegralSection<?> mask) {
    require("spreadFrom", target, source, mask);
    SectionChecks.requireAlike("spreadFrom", target, source);
    SectionChecks.requireAlike("spreadFrom", target, mask);
    inOrder(mask, ordered -> new MaskedCopies<>(target, source, ordered).spread());
  }

  /** Works with a mask whose elements lie in the order of ranks: itself or a copy of it. */
  private static <M> long inOrder(
      IntegralSection<M> mask, ToLongFunction<IntegralSection<M>> work) {
    if (!mask.array().distribution().isCyclic() || mask.patch().isEmpty()) {
      return work.applyAsLong(mask);
    }
    try (GlobalArray<M> copy = mask.array().createRegular(mask.patch().sizes())) {
      copy.copyFrom(mask);
      return work.applyAsLong((IntegralArray<M>) copy);
    }
  }

  private static <A> void require(
      String operation, ArraySection<A> target, ArraySection<A> source, IntegralSection<?> mask) {
    SectionChecks.requireFellow(operation, target, source);
    SectionChecks.requireFellow(operation, target, mask);
    SectionChecks.requireDimensions(operation, target, 1);
    SectionChecks.requireDimensions(operation, source, 1);
    SectionChecks.requireApart(operation, target, source);
    SectionChecks.requireApart(operation, target, mask);
  }

  /**
   * Counts the chosen elements of all ranks, and lets each rank move its own.
   *
   * @param dense has the chosen elements one after the other
   * @param moveOwn takes the number of elements that lower ranks move
   * @return the number of chosen elements
   */
  private long counted(String operation, ArraySection<A> dense, LongConsumer moveOwn) {
    home.sync();
    try {
      long[] own = {0};
      walk((marks, count, _) -> own[0] += chosen(marks, count));
      long[] before = {0};
      home.collectives().exscan(Elements.of(own), Elements.of(before), Reduction.SUM);
      long all = home.collectives().allreduce(own[0], Reduction.SUM);
      if (all > dense.patch().elements()) {
        throw target
            .array()
            .refusal(
                operation,
                Text.format(
                    "the mask chooses %d elements, and section %s of array %s has %d",
                    all, dense.patch(), dense.array().name(), dense.patch().elements()));
      }
      moveOwn.accept(before[0]);
      return all;
    } finally {
      home.sync();
    }
  }

  private void packOwn(long before) {
    long[] done = {before};
    walk(
        (marks, count, first) -> {
          int chosen = chosen(marks, count);
          if (chosen > 0) {
            get(source, first, count, read);
            for (int i = 0, at = 0; i < count; i++) {
              if (marks[i] != 0) {
                move(read, i, written, at++);
              }
            }
            put(done[0], chosen);
            done[0] += chosen;
          }
        });
  }

  private void unpackOwn(long before) {
    long[] done = {before};
    walk(
        (marks, count, first) -> {
          int chosen = chosen(marks, count);
          if (chosen > 0) {
            get(target, first, count, written);
            get(source, done[0], chosen, read);
            for (int i = 0, at = 0; i < count; i++) {
              if (marks[i] != 0) {
                move(read, at++, written, i);
              }
            }
            put(first, count);
            done[0] += chosen;
          }
        });
  }

  private long spread() {
    home.sync();
    try {
      long latest = latestStart();
      MemorySegment start = Arena.ofAuto().allocate(elementBytes, Long.BYTES);
      boolean[] begun = {latest >= 0};
      if (begun[0]) {
        get(source, latest, 1, start);
      }
      walk((marks, count, first) -> begun[0] = spread(marks, count, first, begun[0], start));
      return mask.patch().elements();
    } finally {
      home.sync();
    }
  }

  /** Spreads the starts of a piece; returns whether there has been one, here or before. */
  private boolean spread(long[] marks, int count, long first, boolean begun, MemorySegment start) {
    get(target, first, count, written);
    get(source, first, count, read);
    boolean any = begun;
    for (int i = 0; i < count; i++) {
      if (marks[i] != 0) {
        move(read, i, start, 0);
        any = true;
      }
      if (any) {
        move(start, 0, written, i);
      }
    }
    put(first, count);
    return any;
  }

  /** Returns the last start before this rank's own part; −1 for none. */
  private long latestStart() {
    long[] own = {-1};
    walk(
        (marks, count, first) -> {
          for (int i = 0; i < count; i++) {
            own[0] = marks[i] != 0 ? first + i : own[0];
          }
        });
    long[] before = {-1};
    home.collectives().exscan(Elements.of(own), Elements.of(before), Reduction.MAX);
    return before[0];
  }

  /** Gets pieces of the own part of the mask, with the number of their first element in it. */
  @FunctionalInterface
  private interface MaskPieces {
    void take(long[] marks, int count, long first);
  }

  private void walk(MaskPieces pieces) {
    walk(mask, pieces);
  }

  private static <M> void walk(IntegralSection<M> mask, MaskPieces pieces) {
    long[] index = new long[1];
    IntegralWalk.run(
        true,
        Purpose.READ,
        List.of(mask),
        (marks, walk) -> {
          walk.index(index);
          pieces.take(marks[0], walk.count(), index[0] - mask.patch().lower(0));
        });
  }

  private static int chosen(long[] marks, int count) {
    int chosen = 0;
    for (int i = 0; i < count; i++) {
      chosen += marks[i] != 0 ? 1 : 0;
    }
    return chosen;
  }

  /** Reads elements of a section, counted from its first one. */
  private void get(ArraySection<A> from, long first, int count, MemorySegment into) {
    from.array().get(patch(from, first, count), LocalBuffer.ofSegment(into, 0));
  }

  private void put(long first, int count) {
    target.array().put(patch(target, first, count), LocalBuffer.ofSegment(written, 0));
  }

  private static Patch patch(ArraySection<?> section, long first, int count) {
    return Patch.at(section.patch().lower(0) + first).size(count);
  }

  private void move(MemorySegment from, long element, MemorySegment to, long place) {
    MemorySegment.copy(from, element * elementBytes, to, place * elementBytes, elementBytes);
  }
}
