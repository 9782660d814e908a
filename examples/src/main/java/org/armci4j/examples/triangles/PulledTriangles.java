package org.armci4j.examples.triangles;

import java.util.concurrent.atomic.LongAdder;
import org.armci4j.examples.common.VirtualParts;
import org.armci4j.examples.sparse.SharedMatrix;
import org.armci4j.examples.sparse.SparseMatrix;

/**
 * Counts by gets: for each edge of an own vertex, a rank gets the row of the other vertex. A
 * triangle's third vertex is in both rows. Many gets are under way at once in virtual threads.
 */
final class PulledTriangles {
  private PulledTriangles() {}

  /** Returns the number of triangles whose largest vertex is this rank's. */
  static long count(SparseMatrix lower, SharedMatrix shared, VirtualParts parts) {
    LongAdder found = new LongAdder();
    parts.run((first, step) -> found.add(count(lower, shared, first, step)));
    return found.sum();
  }

  private static long count(SparseMatrix lower, SharedMatrix shared, int first, int step) {
    int[] others = new int[shared.longest()];
    long found = 0;
    for (int row = first; row < lower.rows().count(); row += step) {
      for (int entry = lower.start(row); entry < lower.end(row); entry++) {
        int length = shared.get(lower.column(entry), others);
        found += common(lower, lower.start(row), entry, others, length);
      }
    }
    return found;
  }

  /** Returns how many columns of some entries are among others; both ascend. */
  static long common(SparseMatrix lower, int from, int to, int[] others, int length) {
    long found = 0;
    int entry = from;
    int other = 0;
    while (entry < to && other < length) {
      int difference = lower.column(entry) - others[other];
      found += difference == 0 ? 1 : 0;
      entry += difference <= 0 ? 1 : 0;
      other += difference >= 0 ? 1 : 0;
    }
    return found;
  }
}
