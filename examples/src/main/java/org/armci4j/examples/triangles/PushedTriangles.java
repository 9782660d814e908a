package org.armci4j.examples.triangles;

import org.armci4j.Armci;
import org.armci4j.examples.common.CyclicDeal;
import org.armci4j.examples.common.PlaceHandler;
import org.armci4j.examples.sparse.SparseMatrix;
import org.armci4j.stream.ItemStream;

/**
 * Counts by a stream: for each two neighbours of an own vertex, a rank asks the owner of the larger
 * one whether they are neighbours too. Nobody waits for an answer, as that owner counts.
 */
final class PushedTriangles implements PlaceHandler {
  private final SparseMatrix lower;
  private long found;

  private PushedTriangles(SparseMatrix lower) {
    this.lower = lower;
  }

  /** Returns the number of triangles whose middle vertex is this rank's. Collective. */
  static long count(Armci armci, SparseMatrix lower) {
    PushedTriangles triangles = new PushedTriangles(lower);
    try (ItemStream stream = PlaceHandler.open(armci, triangles)) {
      triangles.ask(stream);
      stream.finish();
    }
    return triangles.found;
  }

  private void ask(ItemStream stream) {
    CyclicDeal rows = lower.rows();
    for (int row = 0; row < rows.count(); row++) {
      for (int larger = lower.start(row); larger < lower.end(row); larger++) {
        int middle = lower.column(larger);
        for (int smaller = lower.start(row); smaller < larger; smaller++) {
          stream.pushLongs(rows.owner(middle), rows.place(middle), lower.column(smaller));
        }
      }
    }
  }

  @Override
  public void take(int place, long column) {
    found += lower.has(place, (int) column) ? 1 : 0;
  }
}
