package org.armci4j.examples.mg;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.armci4j.Armci;
import org.armci4j.Comparison;
import org.armci4j.GlobalMemory;
import org.armci4j.examples.mg.grid.Grid;
import org.armci4j.examples.mg.grid.GridPart;

/**
 * Gives every rank the whole of a coarse grid of which each rank computed a part.
 *
 * <p>Below some size a grid is cheaper to solve than to exchange: one gather takes the place of
 * three exchanges on each coarser level, and no rank runs out of cells. Each rank's block holds,
 * for every rank, a signal word and two buffers; they are used as in {@link FaceExchange} and are
 * safe for the same reason, since every gather goes both ways between every two ranks.
 */
final class Gather {
  private static final int SIGNAL_SPACING = 128; // a word per pair of cache lines: no false sharing

  private final Armci armci;
  private final RankGrid ranks;
  private final Grid whole;
  private final Grid share;
  private final GlobalMemory memory;
  private final MemorySegment inbox;
  private final double[] packed;
  private long sequence;

  /**
   * Allocates the buffers. Collective.
   *
   * @param armci the runtime
   * @param ranks the layout of the ranks
   * @param size cells along each edge of the coarse grid
   */
  Gather(Armci armci, RankGrid ranks, int size) {
    this.armci = armci;
    this.ranks = ranks;
    whole = new Grid(size, size, size);
    share = ranks.share(size);
    packed = new double[share.nx() * share.ny() * share.nz()];
    memory = armci.allocate(ranks.ranks() * (SIGNAL_SPACING + 2L * packed.length * Double.BYTES));
    inbox = memory.local();
  }

  /** The place of a rank's part in the whole grid. */
  static GridPart part(RankGrid ranks, int size) {
    Grid share = ranks.share(size);
    return new GridPart(
        new Grid(size, size, size),
        ranks.x() * share.nx(),
        ranks.y() * share.ny(),
        ranks.z() * share.nz());
  }

  /**
   * Sends this rank's part to all and fills in theirs; ghost cells are left as they are.
   *
   * @param a the whole grid, in which this rank's part is valid
   */
  void fill(double[] a) {
    sequence++;
    copy(a, ranks.rank(), true);
    for (int step = 1; step < ranks.ranks(); step++) {
      // Starting behind oneself spreads the ranks over different targets.
      send((ranks.rank() + step) % ranks.ranks());
    }
    for (int step = 1; step < ranks.ranks(); step++) {
      receive(a, Math.floorMod(ranks.rank() - step, ranks.ranks()));
    }
  }

  private void send(int target) {
    armci.putSignal(
        MemorySegment.ofArray(packed),
        0,
        memory,
        target,
        bufferOffset(ranks.rank()),
        (long) packed.length * Double.BYTES,
        memory,
        signalOffset(ranks.rank()),
        sequence);
  }

  private void receive(double[] a, int source) {
    armci.waitUntil(memory, signalOffset(source), Comparison.GE, sequence);
    MemorySegment.copy(
        inbox, ValueLayout.JAVA_DOUBLE, bufferOffset(source), packed, 0, packed.length);
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

  private static long signalOffset(int rank) {
    return (long) rank * SIGNAL_SPACING;
  }

  private long bufferOffset(int rank) {
    long bufferBytes = (long) packed.length * Double.BYTES;
    return (long) ranks.ranks() * SIGNAL_SPACING + (2L * rank + (sequence & 1)) * bufferBytes;
  }
}
