package org.armci4j.arrays;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.function.Consumer;
import org.armci4j.arrays.SectionWalk.Purpose;
import org.armci4j.arrays.kernel.ElementKind;
import org.armci4j.arrays.kernel.FoldSums;

/**
 * Goes through the own part of a section, and gives its values to an action piece by piece. A
 * complex element is two numbers.
 */
final class FloatingWalk {
  /**
   * Most elements of a piece that is folded where it lies: in the second cache, where the loop
   * finds it again if it needs two passes, and so long that the time between pieces counts little.
   */
  private static final int FOLDED = 1 << 14;

  private FloatingWalk() {}

  /** Returns how many numbers an element has. */
  private static int numbers(List<? extends ArraySection<?>> sections) {
    return sections.getFirst().array().parts().kind().numbers();
  }

  /** Gets pieces of the own part of a section and of its operands. */
  @FunctionalInterface
  interface FloatingPieces {
    void take(double[][] pieces, SectionWalk<FloatingView> walk);
  }

  /** Gets pieces of a section with their indices. */
  @FunctionalInterface
  interface IndexedPiece {
    /**
     * Gets a piece.
     *
     * @param index the indices of its first element, which the action may change
     * @param count its elements
     */
    void take(long[] index, double[] piece, int count);
  }

  /** Gives the pieces of given parts of a section, of which none is empty, to an action. */
  static void runIndexed(
      Purpose purpose, Iterable<Patch> parts, ArraySection<?> section, IndexedPiece action) {
    long[] index = new long[section.patch().dimensions()];
    run(
        true,
        purpose,
        parts,
        List.of(section),
        (pieces, walk) -> {
          walk.index(index);
          action.take(index, pieces[0], walk.count());
        });
  }

  /**
   * Gives the pieces of the own part to an action, one after the other.
   *
   * @param indexed whether the action asks for indices
   * @param purpose what happens to the first section, through whose own part the walk goes
   * @param sections the section and its operands
   */
  static void run(
      boolean indexed,
      Purpose purpose,
      List<? extends ArraySection<?>> sections,
      FloatingPieces action) {
    run(indexed, purpose, OwnParts.of(sections.getFirst()), sections, action);
  }

  /** Does the same with the pieces of given parts of the first section, of which none is empty. */
  static void run(
      boolean indexed,
      Purpose purpose,
      Iterable<Patch> parts,
      List<? extends ArraySection<?>> sections,
      FloatingPieces action) {
    int numbers = numbers(sections);
    double[][] pieces = new double[sections.size()][SectionWalk.PIECE * numbers];
    if (!purpose.reads() && pieces.length > 1) {
      pieces[0] = pieces[1]; // a result takes the place of its first operand, in the first cache
    }
    try (SectionWalk<FloatingView> walk =
        new SectionWalk<>(indexed, SectionWalk.PIECE, FloatingView::new, parts, sections)) {
      while (walk.next()) {
        for (int i = purpose.reads() ? 0 : 1; i < pieces.length; i++) {
          walk.view(i).read(walk.offset(i), pieces[i], walk.count() * numbers);
        }
        action.take(pieces, walk);
        if (purpose.writes()) {
          walk.view(0).write(walk.offset(0), pieces[0], walk.count() * numbers);
        }
      }
    }
  }

  /**
   * Folds the pieces of the own part, one after the other: {@code double} elements where they lie,
   * others from a copy of a piece.
   *
   * @param indexed whether the action asks for indices
   * @param first the section with the first operand; the last section has the second one
   * @param sections the section through whose own part the walk goes, and its operands
   * @param after called behind each piece
   */
  static void fold(
      boolean indexed,
      FoldSums sums,
      int first,
      List<? extends ArraySection<?>> sections,
      Consumer<SectionWalk<FloatingView>> after) {
    int second = sections.size() - 1;
    int numbers = numbers(sections);
    ElementKind number = sections.getFirst().array().parts().kind().number();
    boolean inPlace = number == ElementKind.DOUBLE;
    int most = inPlace ? FOLDED : SectionWalk.PIECE;
    double[] one = new double[inPlace ? 0 : most * numbers];
    double[] other = second == first ? one : new double[one.length];
    MemorySegment copyOfOne = MemorySegment.ofArray(one);
    MemorySegment copyOfOther = MemorySegment.ofArray(other);
    Iterable<Patch> parts = OwnParts.of(sections.getFirst());
    try (SectionWalk<FloatingView> walk =
        new SectionWalk<>(indexed, most, FloatingView::new, parts, sections)) {
      while (walk.next()) {
        FloatingView a = walk.view(first);
        FloatingView b = walk.view(second);
        int count = walk.count() * numbers;
        if (inPlace) {
          sums.add(a.segment(), walk.offset(first), b.segment(), walk.offset(second), count);
        } else {
          a.read(walk.offset(first), one, count);
          if (second != first) {
            b.read(walk.offset(second), other, count);
          }
          sums.add(copyOfOne, 0, copyOfOther, 0, count);
        }
        after.accept(walk);
      }
    }
  }
}
