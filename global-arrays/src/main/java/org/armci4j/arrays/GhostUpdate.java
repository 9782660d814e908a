package org.armci4j.arrays;

import java.util.ArrayList;
import java.util.List;
import org.armci4j.Handle;

/**
 * The gets that fill the ghosts of a rank's own block, planned once. The box of the block with its
 * ghosts is cut, in each dimension, where the block begins and ends and, for periodic arrays, where
 * the array ends. Each piece but the block itself is a patch of the array, which may have several
 * owners, so ghosts may be wider than the neighbours' blocks.
 *
 * @param <A> the type of Java arrays of the elements
 */
final class GhostUpdate<A> {
  private final List<GhostPiece<A>> pieces = new ArrayList<>();
  private final Handle handle;

  private record GhostPiece<A>(Patch patch, LocalBuffer<A> buffer) {}

  /** A part of one dimension: where it lies beside the block, and where in the array. */
  private record Interval(long place, long index, long size, boolean isOwn) {}

  GhostUpdate(
      BlockView view, Distribution distribution, int[] ghosts, boolean periodic, Handle handle) {
    this.handle = handle;
    List<List<Interval>> intervals = new ArrayList<>();
    for (int d = 0; d < ghosts.length; d++) {
      intervals.add(
          intervals(view.lower(d), view.upper(d), ghosts[d], distribution.extent(d), periodic));
    }
    addPieces(view, intervals, new ArrayList<>());
  }

  private static List<Interval> intervals(
      long lower, long upper, long ghosts, long extent, boolean periodic) {
    List<Interval> all = new ArrayList<>();
    for (long place = lower - ghosts; place < upper + ghosts; ) {
      long index = Math.floorMod(place, extent);
      long end = place < lower ? lower : place < upper ? upper : upper + ghosts;
      long size = Math.min(end - place, extent - index);
      if (periodic || place == index) {
        all.add(new Interval(place, index, size, place == lower));
      }
      place += size;
    }
    return all;
  }

  private void addPieces(BlockView view, List<List<Interval>> intervals, List<Interval> chosen) {
    int dimension = chosen.size();
    if (dimension < intervals.size()) {
      for (Interval one : intervals.get(dimension)) {
        chosen.add(one);
        addPieces(view, intervals, chosen);
        chosen.removeLast();
      }
    } else if (!chosen.stream().allMatch(Interval::isOwn)) {
      long[] places = chosen.stream().mapToLong(Interval::place).toArray();
      long[] indices = chosen.stream().mapToLong(Interval::index).toArray();
      long[] sizes = chosen.stream().mapToLong(Interval::size).toArray();
      Patch ghost = Patch.at(places).size(sizes);
      pieces.add(new GhostPiece<>(Patch.at(indices).size(sizes), view.buffer(ghost)));
    }
  }

  /** Fills the ghosts, all pieces together. */
  void run(GlobalArray<A> array) {
    for (GhostPiece<A> piece : pieces) {
      array.nbGet(piece.patch, piece.buffer, handle);
    }
    handle.await();
  }
}
