package org.armci4j.examples.mg;

import java.util.HashMap;
import java.util.Map;
import org.armci4j.examples.mg.grid.Grid;
import org.armci4j.strided.ArrayLayout;
import org.armci4j.strided.Section;

/**
 * Exchanges the halo of a rank that holds a part of the grid: x, then y, then z. Faces sent later
 * carry the ghost cells filled before, so no edge or corner needs a message of its own.
 *
 * <p><b>How a face travels.</b> Planes of one z are contiguous and need no shape. Rows of one y
 * travel as strided sections. An exchange of both faces of a 64³ grid between two ranks took 4.2 µs
 * as sections and 6.7 µs with rows packed by hand; for 128³ both forms took the same time. Below
 * 32³ each call's fixed cost shows, and packing by hand is faster by 0.2 µs. The single cells of
 * one x are packed by hand. As sections they took 2 to 6 % longer at 64³ and 32³ and twice as long
 * at 16³ and below, and were 6 % faster only at 128³. (Medians of nine alternating rounds on a busy
 * machine of two cores.)
 *
 * <p>{@link RankGrid} splits z first, then y, then x: where y has one rank along it, so has x.
 */
final class HaloExchange implements Halo {
  private static final int LOWER = 0;
  private static final int UPPER = 1;

  private final PartExchange x;
  private final PartExchange y;
  private final PartExchange z;
  private final double[] faces;
  private final Map<Grid, RowFaces> rowFaces = new HashMap<>();

  /**
   * Allocates the face buffers. Collective.
   *
   * @param exchanges makes the exchanges, between at least two ranks
   * @param ranks the layout of the ranks
   * @param finest the largest grid to exchange
   */
  HaloExchange(PartExchange.Kind exchanges, RankGrid ranks, Grid finest) {
    int xFace = ranks.px() > 1 ? finest.ny() * finest.nz() : 0;
    int yFace = ranks.py() > 1 ? finest.rowStride() * finest.nz() : 0;
    x = xFace > 0 ? faces(exchanges, ranks.alongX(-1), ranks.alongX(1), xFace) : null;
    y = yFace > 0 ? faces(exchanges, ranks.alongY(-1), ranks.alongY(1), yFace) : null;
    z = faces(exchanges, ranks.alongZ(-1), ranks.alongZ(1), finest.planeStride());
    faces = new double[2 * xFace];
  }

  /**
   * Makes the exchange with the neighbours along one direction. The lower neighbour sees this rank
   * above itself.
   */
  private static PartExchange faces(
      PartExchange.Kind exchanges, int lower, int upper, long elements) {
    return exchanges.between(new int[] {lower, upper}, new int[] {UPPER, LOWER}, elements);
  }

  @Override
  public boolean closesPlanes() {
    return y == null;
  }

  @Override
  public void closePlane(Grid grid, double[] a, int plane) {
    if (x == null) {
      PeriodicHalo.wrapX(grid, a, plane);
    }
    if (y == null) {
      PeriodicHalo.wrapY(grid, a, plane);
    }
  }

  @Override
  public void exchange(Grid grid, double[] a) {
    if (x != null) {
      exchangeX(grid, a);
    }
    if (y != null) {
      exchangeY(grid, a);
    }
    exchangeZ(grid, a);
  }

  private void exchangeX(Grid grid, double[] a) {
    int count = grid.ny() * grid.nz();
    copyColumns(grid, a, 1, 0, true);
    copyColumns(grid, a, grid.nx(), count, true);
    swap(x, faces, 0, count, 0, count, count);
    copyColumns(grid, a, 0, 0, false);
    copyColumns(grid, a, grid.nx() + 1, count, false);
  }

  /** Copies the interior cells of one x to or from the packed face that starts at an index. */
  private void copyColumns(Grid grid, double[] a, int column, int face, boolean pack) {
    int packed = face;
    for (int plane = 1; plane <= grid.nz(); plane++) {
      int cell = grid.index(column, 1, plane);
      for (int row = 1; row <= grid.ny(); row++, cell += grid.rowStride(), packed++) {
        if (pack) {
          faces[packed] = a[cell];
        } else {
          a[cell] = faces[packed];
        }
      }
    }
  }

  private void exchangeY(Grid grid, double[] a) {
    RowFaces face = rowFaces.computeIfAbsent(grid, RowFaces::of);
    y.begin();
    y.send(LOWER, a, face.first);
    y.send(UPPER, a, face.last);
    y.receive(LOWER, a, face.lowerGhost);
    y.receive(UPPER, a, face.upperGhost);
  }

  /**
   * Holds the rows of one y, ghost cells included, that go to the neighbours and come from them.
   */
  private record RowFaces(Section first, Section last, Section lowerGhost, Section upperGhost) {
    static RowFaces of(Grid grid) {
      ArrayLayout cells =
          ArrayLayout.of(Double.BYTES, grid.nz() + 2, grid.ny() + 2, grid.rowStride());
      long[] sizes = {grid.nz(), 1, grid.rowStride()};
      return new RowFaces(
          cells.box(new long[] {1, 1, 0}, sizes),
          cells.box(new long[] {1, grid.ny(), 0}, sizes),
          cells.box(new long[] {1, 0, 0}, sizes),
          cells.box(new long[] {1, grid.ny() + 1, 0}, sizes));
    }
  }

  /**
   * Sends planes from the grid and receives them into it; they are contiguous and need no packing.
   */
  private void exchangeZ(Grid grid, double[] a) {
    int count = grid.planeStride();
    int first = grid.index(0, 0, 1);
    int last = grid.index(0, 0, grid.nz());
    swap(z, a, first, last, grid.index(0, 0, 0), grid.index(0, 0, grid.nz() + 1), count);
  }

  /** Sends two faces of {@code count} elements and receives two, each from its first element on. */
  private static void swap(
      PartExchange exchange, double[] a, int first, int last, int lower, int upper, int count) {
    exchange.begin();
    exchange.send(LOWER, a, first, count);
    exchange.send(UPPER, a, last, count);
    exchange.receive(LOWER, a, lower, count);
    exchange.receive(UPPER, a, upper, count);
  }
}
