package org.armci4j.examples.mg;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.armci4j.examples.mg.grid.Grid;
import org.armci4j.examples.mg.grid.GridPart;

/**
 * Gives every rank the whole of a coarse grid of which each rank computed a part.
 *
 * <p>Below some size a grid is cheaper to solve than to exchange. One gather takes the place of
 * three exchanges on each coarser level, and no rank runs out of cells. Every gather goes both ways
 * between every two ranks, as a {@link PartExchange} requires.
 */
final class Gather {
  private final PartExchange exchange;
  private final RankGrid ranks;
  private final Grid whole;
  private final Grid share;
  private final double[] packed;

  /**
   * Allocates the buffers. Collective.
   *
   * @param exchanges makes the exchange
   * @param ranks the layout of the ranks
   * @param size cells along each edge of the coarse grid
   */
  Gather(PartExchange.Kind exchanges, RankGrid ranks, int size) {
    this.ranks = ranks;
    whole = new Grid(size, size, size);
    share = ranks.share(size);
    packed = new double[share.nx() * share.ny() * share.nz()];
    int[] all = IntStream.range(0, ranks.ranks()).toArray();
    int[] placesThere = new int[all.length];
    Arrays.fill(placesThere, ranks.rank()); // rank r is everybody's partner r, itself included
    exchange = exchanges.between(all, placesThere, packed.length);
  }

  /** Returns the place of a rank's part in the whole grid. */
  static GridPart part(RankGrid ranks, int size) {
    Grid share = ranks.share(size);
    return new GridPart(
        new Grid(size, size, size),
        ranks.x() * share.nx(),
        ranks.y() * share.ny(),
        ranks.z() * share.nz());
  }

  /**
   * Sends this rank's part to all ranks and fills in their parts. Leaves ghost cells as they are.
   *
   * @param a the whole grid, in which this rank's part is valid
   */
  void fill(double[] a) {
    exchange.begin();
    copy(a, ranks.rank(), true);
    for (int step = 1; step < ranks.ranks(); step++) {
      // Starting after this rank's own number spreads the ranks over different targets.
      exchange.send((ranks.rank() + step) % ranks.ranks(), packed, 0, packed.length);
    }
    for (int step = 1; step < ranks.ranks(); step++) {
      receive(a, Math.floorMod(ranks.rank() - step, ranks.ranks()));
    }
  }

  private void receive(double[] a, int source) {
    exchange.receive(source, packed, 0, packed.length);
    copy(a, source, false);
  }

  /** Copies a rank's part of the grid to or from the packed buffer, row by row. */
  private void copy(double[] a, int rank, boolean pack) {
    GridPart part = part(ranks.seenBy(rank), whole.nx());
    int to = 0;
    for (int z = 1; z <= share.nz(); z++) {
      for (int y = 1; y <= share.ny(); y++, to += share.nx()) {
        int cell = part.row(y, z) + 1;
        if (pack) {
          System.arraycopy(a, cell, packed, to, share.nx());
        } else {
          System.arraycopy(packed, to, a, cell, share.nx());
        }
      }
    }
  }
}
