package org.armci4j.benchmarks.irregular;

import java.util.Arrays;
import org.armci4j.benchmarks.rank.MeasuredCall;
import org.armci4j.strided.ElementBatch;

/** Each rank adds to words by lists of them. */
final class BatchHistogram implements MeasuredCall {
  private final WordTable table;
  private final ElementBatch<long[]> batch;
  private final int[] ranks = new int[WordTable.LIST];
  private final long[] indices = new long[WordTable.LIST];
  private final long[] ones = new long[WordTable.LIST];

  BatchHistogram(WordTable table) {
    this.table = table;
    this.batch = ElementBatch.of(table.armci(), table.block(table.armci().rank()));
    Arrays.fill(ones, 1);
  }

  @Override
  public void run(long count) {
    for (long first = 0; first < count; first += WordTable.LIST) {
      int some = (int) Math.min(count - first, WordTable.LIST);
      table.list(first, some, ranks, indices);
      batch.accumulate(ranks, indices, ones, some);
    }
    table.armci().barrier();
  }

  @Override
  public void check() {
    TableChecks.counts(table, this);
  }
}
