package org.armci4j.arrays;

import org.armci4j.Handle;

/** Copies of sections: each rank gets the elements for its own part of the target. */
final class SectionCopy {
  private SectionCopy() {}

  static <A> void run(ArraySection<A> target, ArraySection<A> source) {
    SectionChecks.requireOperand("copyFrom", target, source);
    target.array().onOwnBlock("copyFrom", () -> copyOwn(target, source));
  }

  private static <A> void copyOwn(ArraySection<A> target, ArraySection<A> source) {
    if (SectionChecks.areSame(target, source)) {
      return;
    }
    source.array().transfers().together(handle -> startCopy(target, source, handle));
  }

  private static <A> void startCopy(ArraySection<A> target, ArraySection<A> source, Handle handle) {
    for (BlockView view : target.array().blocks()) {
      Patch own = view.patch().intersection(target.patch());
      if (!own.isEmpty()) {
        Patch from = own.movedFrom(target.patch(), source.patch());
        source.array().nbGet(from, view.buffer(own), handle);
      }
    }
  }

  static <A> void transpose(ArraySection<A> target, ArraySection<A> source) {
    SectionChecks.requireTransposed("transposeFrom", target, source);
    target
        .array()
        .onOwnBlock(
            "transposeFrom",
            () -> {
              for (BlockView view : target.array().blocks()) {
                new SectionTransposition<>(target, view, source).run();
              }
            });
  }
}
