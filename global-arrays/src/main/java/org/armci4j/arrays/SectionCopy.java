package org.armci4j.arrays;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.armci4j.arrays.kernel.Transposition;

/** Copies of sections: each rank gets the elements for its own part of the target. */
final class SectionCopy {
  private SectionCopy() {}

  static <A> void run(ArraySection<A> target, ArraySection<A> source) {
    SectionChecks.requireOperand("copyFrom", target, source);
    target.array().onOwnBlock("copyFrom", () -> copyOwn(target, source));
  }

  private static <A> void copyOwn(ArraySection<A> target, ArraySection<A> source) {
    Patch own = target.own();
    if (!own.isEmpty() && !SectionChecks.areSame(target, source)) {
      Patch from = own.movedFrom(target.patch(), source.patch());
      source.array().get(from, target.array().view().buffer(own));
    }
  }

  static <A> void transpose(ArraySection<A> target, ArraySection<A> source) {
    SectionChecks.requireTransposed("transposeFrom", target, source);
    target.array().onOwnBlock("transposeFrom", () -> transposeOwn(target, source));
  }

  private static <A> void transposeOwn(ArraySection<A> target, ArraySection<A> source) {
    Patch own = target.own();
    if (own.isEmpty()) {
      return;
    }
    Patch mirrored = own.movedFrom(target.patch(), source.patch().mirrored()).mirrored();
    int bytes = target.array().layout().elementBytes();
    MemorySegment copy = Arena.ofAuto().allocate(own.elements() * bytes, bytes);
    source.array().get(mirrored, LocalBuffer.ofSegment(copy, 0));
    BlockView view = target.array().view();
    Transposition.transpose(
        copy,
        mirrored.extent(0),
        mirrored.extent(1),
        view.segment(),
        view.offset(own.lower(0), own.lower(1)),
        view.stepBytes(0),
        bytes);
  }
}
