package org.armci4j.benchmarks.irregular;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.armci4j.benchmarks.rank.MeasuredCall;
import org.armci4j.stream.ReplyHandler;
import org.armci4j.stream.RequestHandler;
import org.armci4j.stream.RequestStream;

/** Each rank sends places to the ranks that have them, which reply with their words. */
final class RequestGather implements MeasuredCall, RequestHandler, ReplyHandler {
  private final WordTable table;
  private final RequestStream stream;
  private final MemorySegment own;
  private final long[] found = new long[WordTable.PLACES];

  RequestGather(WordTable table) {
    this.table = table;
    this.stream = RequestStream.open(table.armci(), Long.BYTES, Long.BYTES, this, this);
    this.own = table.own();
  }

  @Override
  public void handle(int origin, MemorySegment requests, MemorySegment replies) {
    for (long at = 0; at < requests.byteSize(); at += Long.BYTES) {
      long place = requests.get(ValueLayout.JAVA_LONG_UNALIGNED, at);
      replies.set(
          ValueLayout.JAVA_LONG_UNALIGNED, at, own.get(ValueLayout.JAVA_LONG, place * Long.BYTES));
    }
  }

  @Override
  public void handle(int target, long tag, MemorySegment memory, long offset) {
    found[WordTable.number(tag)] = memory.get(ValueLayout.JAVA_LONG_UNALIGNED, offset);
  }

  @Override
  public void run(long count) {
    for (long i = 0; i < count; i++) {
      stream.requestLong(table.rank(i), table.place(i), i);
    }
    stream.finish();
  }

  @Override
  public void check() {
    TableChecks.words(table, this, found);
  }
}
