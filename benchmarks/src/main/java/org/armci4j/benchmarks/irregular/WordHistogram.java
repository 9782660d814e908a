package org.armci4j.benchmarks.irregular;

import org.armci4j.benchmarks.rank.MeasuredCall;

/** Each rank adds to words one by one, atomically. */
final class WordHistogram implements MeasuredCall {
  private final WordTable table;

  WordHistogram(WordTable table) {
    this.table = table;
  }

  @Override
  public void run(long count) {
    for (long i = 0; i < count; i++) {
      table.block(table.rank(i)).fetchAndAdd(table.place(i), 1);
    }
    table.armci().barrier();
  }

  @Override
  public void check() {
    TableChecks.counts(table, this);
  }
}
