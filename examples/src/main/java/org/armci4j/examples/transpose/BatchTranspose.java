package org.armci4j.examples.transpose;

import java.util.Arrays;
import org.armci4j.Armci;
import org.armci4j.AtomicUpdate;
import org.armci4j.GlobalMemory;
import org.armci4j.LongBlock;
import org.armci4j.examples.common.CyclicDeal;
import org.armci4j.examples.sparse.SparseMatrix;
import org.armci4j.strided.ElementBatch;

/**
 * Transposes by batches of words. The ranks count the entries of each column, by which each entry
 * also learns how many come before it. Then they put each entry into its place behind the start of
 * its column. Each step is one call for all entries.
 */
final class BatchTranspose {
  private BatchTranspose() {}

  /** Returns this rank's rows of the transposed matrix. Collective. */
  static SparseMatrix of(Armci armci, SparseMatrix matrix) {
    CyclicDeal columns = matrix.rows().ofLength(matrix.columns());
    int count = matrix.entries();
    int[] owners = new int[count]; // who has the column of each entry, and where
    long[] places = new long[count];
    int[] rows = new int[count];
    for (int row = 0; row < matrix.rows().count(); row++) {
      Arrays.fill(rows, matrix.start(row), matrix.end(row), matrix.rows().index(row));
    }
    for (int entry = 0; entry < count; entry++) {
      owners[entry] = columns.owner(matrix.column(entry));
      places[entry] = columns.place(matrix.column(entry));
    }
    GlobalMemory counters = armci.allocate((long) Long.BYTES * columns.count());
    LongBlock own = counters.longs(armci.rank());
    ElementBatch<long[]> batch = ElementBatch.of(armci, own);
    long[] ones = new long[count];
    Arrays.fill(ones, 1);
    long[] before = new long[count]; // of each entry in its column
    batch.update(AtomicUpdate.ADD, owners, places, ones, before, count);
    armci.barrier(); // the counts are complete
    long[] counts = new long[columns.count()];
    own.get(0, counts, 0, counts.length);
    int[] starts = SparseMatrix.starts(counts);
    Arrays.setAll(counts, place -> starts[place]);
    own.put(0, counts, 0, counts.length);
    int[] entries = new int[starts[columns.count()]];
    GlobalMemory memory = armci.allocate((long) Integer.BYTES * entries.length);
    armci.barrier(); // all know where their columns begin
    long[] indices = new long[count];
    batch.get(owners, places, indices, count);
    Arrays.setAll(indices, entry -> indices[entry] + before[entry]);
    ElementBatch.of(armci, memory.ints(armci.rank())).put(owners, indices, rows, count);
    armci.barrier(); // the entries of all ranks are in place
    memory.ints(armci.rank()).get(0, entries, 0, entries.length);
    armci.free(memory);
    armci.free(counters);
    return new SparseMatrix(columns, matrix.rows().length(), starts, entries);
  }
}
