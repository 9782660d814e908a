package org.armci4j.arrays;

import java.util.List;
import org.armci4j.arrays.SectionWalk.Purpose;

/** Goes through the own part of a section, and gives its values to an action piece by piece. */
final class IntegralWalk {
  private IntegralWalk() {}

  /** Gets pieces of the own part of a section and of its operands. */
  @FunctionalInterface
  interface IntegralPieces {
    void take(long[][] pieces, SectionWalk<IntegralView> walk);
  }

  /**
   * Gives the pieces of the own part to an action, one after the other.
   *
   * @param indexed whether the action asks for indices
   * @param purpose what happens to the first section, through whose own part the walk goes
   * @param sections the section and its operands
   */
  static <A> void run(
      boolean indexed, Purpose purpose, List<IntegralSection<A>> sections, IntegralPieces action) {
    run(indexed, purpose, OwnParts.of(sections.getFirst()), sections, action);
  }

  /** Does the same with the pieces of given parts of the first section, of which none is empty. */
  static <A> void run(
      boolean indexed,
      Purpose purpose,
      Iterable<Patch> parts,
      List<IntegralSection<A>> sections,
      IntegralPieces action) {
    long[][] pieces = new long[sections.size()][SectionWalk.PIECE];
    if (!purpose.reads() && pieces.length > 1) {
      pieces[0] = pieces[1]; // a result takes the place of its first operand, in the first cache
    }
    try (SectionWalk<IntegralView> walk =
        new SectionWalk<>(indexed, SectionWalk.PIECE, IntegralView::new, parts, sections)) {
      while (walk.next()) {
        for (int i = purpose.reads() ? 0 : 1; i < pieces.length; i++) {
          walk.view(i).read(walk.offset(i), pieces[i], walk.count());
        }
        action.take(pieces, walk);
        if (purpose.writes()) {
          walk.view(0).write(walk.offset(0), pieces[0], walk.count());
        }
      }
    }
  }
}
