package org.armci4j.examples.mg;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.armci4j.examples.mg.grid.Grid;
import org.armci4j.examples.mg.grid.GridPart;

/**
 * Builds the levels of one rank, from 2 cells an edge to the finest.
 *
 * <p>Fine levels are divided among the ranks. Below {@link #SHARED_SIZE} cells an edge, or where a
 * rank would have too few cells to restrict, every rank holds and computes the whole level. So no
 * rank drops out, and the coarse levels need no messages.
 */
final class Hierarchy {
  /**
   * The largest level, in cells an edge, that every rank computes for itself. Solving 16³ cells and
   * all coarser levels takes less time than the exchanges of these levels.
   */
  static final int SHARED_SIZE = 16;

  private Hierarchy() {}

  /**
   * Allocates the levels. Collective.
   *
   * @param exchanges how exchanges are made; null for one rank
   * @param ranks the layout of the ranks
   * @param size cells along each edge of the finest grid, a power of two
   * @return from the coarsest to the finest
   */
  static List<Level> build(PartExchange.Kind exchanges, RankGrid ranks, int size) {
    Halo alone = new PeriodicHalo();
    Halo neighbours =
        ranks.ranks() == 1 ? alone : new HaloExchange(exchanges, ranks, ranks.share(size));
    Deque<Level> levels = new ArrayDeque<>();
    boolean finerIsDivided = true;
    for (int n = size; n >= 2; n /= 2) {
      if (isDivided(ranks, n)) {
        levels.addFirst(level(ranks.share(n), neighbours));
      } else if (finerIsDivided) {
        Grid whole = new Grid(n, n, n);
        Gather gather = new Gather(exchanges, ranks, n);
        GridPart part = Gather.part(ranks, n);
        levels.addFirst(new Level(whole, part, alone, gather, whole.allocate(), whole.allocate()));
      } else {
        levels.addFirst(level(new Grid(n, n, n), alone));
      }
      finerIsDivided = isDivided(ranks, n);
    }
    return new ArrayList<>(levels);
  }

  private static Level level(Grid grid, Halo halo) {
    return new Level(
        grid, new GridPart(grid, 0, 0, 0), halo, null, grid.allocate(), grid.allocate());
  }

  private static boolean isDivided(RankGrid ranks, int n) {
    return ranks.ranks() == 1 || (n > SHARED_SIZE && fits(ranks, n));
  }

  /**
   * Returns whether a grid can be divided among the ranks so that each has an even number of cells
   * in every direction. Then each coarse cell lies on the same rank as the fine cell in its place.
   */
  static boolean fits(RankGrid ranks, int n) {
    return n >= 2 * ranks.pz(); // the direction that is split most
  }
}
