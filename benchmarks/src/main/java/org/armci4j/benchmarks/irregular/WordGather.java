package org.armci4j.benchmarks.irregular;

import org.armci4j.benchmarks.rank.MeasuredCall;

/** Each rank reads words one by one. */
final class WordGather implements MeasuredCall {
  private final WordTable table;
  private final long[] found = new long[WordTable.PLACES];

  WordGather(WordTable table) {
    this.table = table;
  }

  @Override
  public void run(long count) {
    for (long i = 0; i < count; i++) {
      found[WordTable.number(i)] = table.block(table.rank(i)).get(table.place(i));
    }
    table.armci().barrier();
  }

  @Override
  public void check() {
    TableChecks.words(table, this, found);
  }
}
