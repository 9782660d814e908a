package org.armci4j.examples.triangles;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.armci4j.Armci;
import org.armci4j.examples.sparse.CyclicDeal;
import org.armci4j.examples.sparse.SparseMatrix;
import org.armci4j.stream.ItemHandler;
import org.armci4j.stream.ItemStream;

/**
 * Counts by a stream: for each two neighbours of an own vertex, a rank asks the owner of the larger
 * one whether they are neighbours too. Nobody waits for an answer, as that owner counts.
 */
final class PushedTriangles implements ItemHandler {
  private final SparseMatrix lower;
  private long found;

  private PushedTriangles(SparseMatrix lower) {
    this.lower = lower;
  }

  /** Returns the number of triangles whose middle vertex is this rank's. Collective. */
  static long count(Armci armci, SparseMatrix lower) {
    PushedTriangles triangles = new PushedTriangles(lower);
    try (ItemStream stream = ItemStream.open(armci, 2 * Long.BYTES, triangles)) {
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
  public void handle(int origin, MemorySegment items) {
    for (long at = 0; at < items.byteSize(); at += 2 * Long.BYTES) {
      int place = (int) items.get(ValueLayout.JAVA_LONG_UNALIGNED, at);
      int column = (int) items.get(ValueLayout.JAVA_LONG_UNALIGNED, at + Long.BYTES);
      found += lower.has(place, column) ? 1 : 0;
    }
  }
}
