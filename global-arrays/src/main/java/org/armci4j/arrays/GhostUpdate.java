package org.armci4j.arrays;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.armci4j.Handle;

/**
 * The gets that fill the ghosts of a rank's own block, planned once. The ghosts in each direction
 * from the block are a box, which goes over the ends of a periodic array; that of any other array
 * is limited to its elements. A box may have several owners, so ghosts may be wider than the
 * neighbours' blocks.
 *
 * <p>Boxes that loads and stores reach are cut into bands of rows, and all boxes of a band come
 * together: the ghosts at the end of a row lie beside those at the beginning of the next row, in
 * the same cache line and page.
 *
 * <p>A direction has −1, 0 or 1 for each dimension. Its number has these as digits, each 1 larger,
 * to base 3. A direction with several sides that are not 0 is a corner.
 *
 * @param <A> the type of Java arrays of the elements
 */
final class GhostUpdate<A> {
  /** Stands for all directions in place of a number. */
  static final int ALL = -1;

  /** Stands for all directions but corners in place of a number. */
  static final int NO_CORNERS = -2;

  private static final int SIDES = 3;

  /** Rows of a band: their ends stay in the first cache. */
  private static final long BAND = 256;

  private final GlobalArray<A> array;
  private final PatchPattern pattern;

  /** Transfers by the pattern. */
  private final PatchAccess<A> access;

  private final BlockView view;
  private final List<GhostPiece<A>> pieces = new ArrayList<>();

  /** Serves {@link #run}. */
  private final Handle handle;

  /**
   * @param direction its number
   * @param patch the ghosts, as indices beside the block
   * @param buffer the ghosts in the block's memory
   */
  private record GhostPiece<A>(
      int direction, boolean isCorner, Patch patch, LocalBuffer<A> buffer) {
    long firstIndex() {
      return patch.lower(0);
    }
  }

  GhostUpdate(GlobalArray<A> array, boolean periodic) {
    this.array = array;
    this.pattern = periodic ? PatchPattern.PERIODIC : PatchPattern.INSIDE;
    this.access = periodic ? array.periodic() : array;
    this.view = array.view();
    this.handle = array.home().armci().newHandle();
    Distribution distribution = array.distribution();
    int[] ghosts = array.parts().ghosts();
    int directions = 1;
    for (int d = 0; d < ghosts.length; d++) {
      directions *= SIDES;
    }
    int block = directions / 2; // all digits are 1
    for (int direction = 0; direction < directions; direction++) {
      if (direction != block) {
        Patch box = box(view.patch(), ghosts, direction);
        add(direction, periodic ? box : box.intersection(distribution.whole()));
      }
    }
    pieces.sort(Comparator.comparingLong(GhostPiece::firstIndex));
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

  private void add(int direction, Patch box) {
    if (box.isEmpty()) {
      return;
    }
    // Over a network, a band would be a message.
    boolean inBands =
        array.dimensions() > 1 && array.transfers().isDirect(pattern, box, view.buffer(box));
    long rows = inBands ? indicesOfBand() : box.extent(0);
    for (long from = 0; from < box.extent(0); from += rows) {
      Patch ghosts = rowsOf(box, from, rows);
      boolean isCorner = isCorner(direction, array.dimensions());
      pieces.add(new GhostPiece<>(direction, isCorner, ghosts, view.buffer(ghosts)));
    }
  }

  /** Returns how many indices of the first dimension have a band of rows. */
  private long indicesOfBand() {
    long rows = 1;
    for (int d = 1; d < array.dimensions() - 1; d++) {
      rows *= view.patch().extent(d);
    }
    return Math.max(1, BAND / rows);
  }

  private static Patch rowsOf(Patch patch, long from, long count) {
    long first = patch.lower(0) + from;
    return patch.band(0, first, Math.min(patch.upper(0), first + count));
  }

  private static boolean isCorner(int direction, int dimensions) {
    int sides = 0;
    int digits = direction;
    for (int d = 0; d < dimensions; d++) {
      sides += digits % SIDES == 1 ? 0 : 1;
      digits /= SIDES;
    }
    return sides > 1;
  }

  /** Returns the number of a direction, or the one that stands for all where there is none. */
  static int number(int[] direction) {
    int number = 0;
    for (int side : direction) {
      number = number * SIDES + side + 1;
    }
    return direction.length == 0 ? ALL : number;
  }

  /** Fills the ghosts in a direction, or in those that a number stands for. */
  void run(int direction) {
    start(handle, direction);
    handle.await();
  }

  /** Starts to fill the ghosts in a direction, or in those that a number stands for. */
  void start(Handle common, int direction) {
    for (GhostPiece<A> piece : pieces) {
      if (piece.direction == direction
          || direction == ALL
          || (direction == NO_CORNERS && !piece.isCorner)) {
        access.nbGet(piece.patch, piece.buffer, common);
      }
    }
  }
}
