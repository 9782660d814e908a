package org.armci4j.benchmarks.irregular;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.armci4j.benchmarks.rank.MeasuredCall;
import org.armci4j.stream.ItemHandler;
import org.armci4j.stream.ItemStream;

/** Each rank pushes places to the ranks that have them, which add to their own words. */
final class StreamHistogram implements MeasuredCall, ItemHandler {
  private final WordTable table;
  private final ItemStream stream;
  private final MemorySegment own;

  StreamHistogram(WordTable table) {
    this.table = table;
    this.stream = ItemStream.open(table.armci(), Long.BYTES, this);
    this.own = table.own();
  }

  @Override
  public void handle(int origin, MemorySegment items) {
    for (long at = 0; at < items.byteSize(); at += Long.BYTES) {
      long offset = items.get(ValueLayout.JAVA_LONG_UNALIGNED, at) * Long.BYTES;
      own.set(ValueLayout.JAVA_LONG, offset, own.get(ValueLayout.JAVA_LONG, offset) + 1);
    }
  }

  @Override
  public void run(long count) {
    for (long i = 0; i < count; i++) {
      stream.pushLong(table.rank(i), table.place(i));
    }
    stream.finish();
  }

  @Override
  public void check() {
    TableChecks.counts(table, this);
  }
}
