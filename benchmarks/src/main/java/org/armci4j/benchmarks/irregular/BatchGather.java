package org.armci4j.benchmarks.irregular;

import org.armci4j.benchmarks.rank.MeasuredCall;
import org.armci4j.strided.ElementBatch;

/** Each rank reads words by lists of them. */
final class BatchGather implements MeasuredCall {
  private final WordTable table;
  private final ElementBatch<long[]> batch;
  private final int[] ranks = new int[WordTable.LIST];
  private final long[] indices = new long[WordTable.LIST];
  private final long[] values = new long[WordTable.LIST];
  private final long[] found = new long[WordTable.PLACES];

  BatchGather(WordTable table) {
    this.table = table;
    this.batch = ElementBatch.of(table.armci(), table.block(table.armci().rank()));
  }

  @Override
  public void run(long count) {
    for (long first = 0; first < count; first += WordTable.LIST) {
      int some = (int) Math.min(count - first, WordTable.LIST);
      table.list(first, some, ranks, indices);
      batch.get(ranks, indices, values, some);
      System.arraycopy(values, 0, found, WordTable.number(first), some);
    }
    table.armci().barrier();
  }

  @Override
  public void check() {
    TableChecks.words(table, this, found);
  }
}
