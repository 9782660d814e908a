package org.armci4j.arrays;

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
    target
        .array()
        .onOwnBlock(
            "transposeFrom",
            () -> {
              if (!target.own().isEmpty()) {
                new SectionTransposition<>(target, source).run();
              }
            });
  }
}
