package org.armci4j.arrays;

import java.util.ArrayList;
import java.util.List;
import org.armci4j.Handle;

/**
 * The gets that fill the ghosts of a rank's own block, planned once. The ghosts in each direction
 * from the block are a box, which a periodic array cuts at its ends, and any other array limits to
 * its elements. Each piece is a patch of the array, which may have several owners, so ghosts may be
 * wider than the neighbours' blocks.
 *
 * <p>A direction has −1, 0 or 1 for each dimension. Its number has these as digits, each 1 larger,
 * to base 3.
 *
 * @param <A> the type of Java arrays of the elements
 */
final class GhostUpdate<A> {
  private static final int SIDES = 3;

  private final List<GhostPiece<A>> pieces = new ArrayList<>();
  private final Handle handle;

  /**
   * @param direction its number
   * @param buffer the ghosts in the block's memory
   */
  private record GhostPiece<A>(int direction, Patch patch, LocalBuffer<A> buffer) {}

  /**
   * @param handle serves {@link #run}
   */
  GhostUpdate(
      BlockView view, Distribution distribution, int[] ghosts, boolean periodic, Handle handle) {
    this.handle = handle;
    int directions = 1;
    for (int d = 0; d < ghosts.length; d++) {
      directions *= SIDES;
    }
    int block = directions / 2; // all digits are 1
    for (int direction = 0; direction < directions; direction++) {
      if (direction != block) {
        Patch box = box(view.patch(), ghosts, direction);
        if (periodic) {
          addPeriodic(direction, box, view, distribution);
        } else {
          add(direction, box.intersection(distribution.whole()), view);
        }
      }
    }
  }

  /** Returns the ghosts in a direction, as indices beside the block. */
  private static Patch box(Patch own, int[] ghosts, int direction) {
    long[] lower = new long[ghosts.length];
    long[] upper = new long[ghosts.length];
    int digits = direction;
    for (int d = ghosts.length - 1; d >= 0; d--) {
      int side = digits % SIDES - 1;
      digits /= SIDES;
      lower[d] = side < 0 ? own.lower(d) - ghosts[d] : side == 0 ? own.lower(d) : own.upper(d);
      upper[d] = side < 0 ? own.lower(d) : side == 0 ? own.upper(d) : own.upper(d) + ghosts[d];
    }
    return new Patch(lower, upper);
  }

  private void addPeriodic(int direction, Patch box, BlockView view, Distribution distribution) {
    PeriodicPieces cut = new PeriodicPieces(box, distribution);
    while (cut.next()) {
      pieces.add(new GhostPiece<>(direction, cut.patch(), view.buffer(cut.place())));
    }
  }

  private void add(int direction, Patch patch, BlockView view) {
    if (!patch.isEmpty()) {
      pieces.add(new GhostPiece<>(direction, patch, view.buffer(patch)));
    }
  }

  /** Fills all ghosts. */
  void run(GlobalArray<A> array) {
    start(array, handle);
    handle.await();
  }

  /**
   * Starts to fill ghosts.
   *
   * @param direction of these ghosts; none for all
   */
  void start(GlobalArray<A> array, Handle common, int... direction) {
    int number = 0;
    for (int side : direction) {
      number = number * SIDES + side + 1;
    }
    for (GhostPiece<A> piece : pieces) {
      if (direction.length == 0 || piece.direction == number) {
        array.nbGet(piece.patch, piece.buffer, common);
      }
    }
  }
}
