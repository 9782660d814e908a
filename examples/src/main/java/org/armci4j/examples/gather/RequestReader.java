package org.armci4j.examples.gather;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.armci4j.Armci;
import org.armci4j.arrays.LongArray;
import org.armci4j.stream.RequestStream;

/** Asks the owner of each element, who answers from a Java array. */
final class RequestReader implements TableReader {
  private final LongArray table;
  private final RequestStream stream;
  private final long first;
  private final long[] own;
  private long[] values; // of the reads that are under way

  RequestReader(Armci armci, LongArray table) {
    this.table = table;
    this.first = table.own().lower(0);
    this.own = new long[(int) table.own().elements()];
    table.get(table.own(), own);
    this.stream =
        RequestStream.open(
            armci,
            Long.BYTES,
            Long.BYTES,
            (_, indices, replies) -> answer(indices, replies),
            (_, tag, memory, offset) -> keep(tag, memory, offset));
  }

  private void answer(MemorySegment indices, MemorySegment replies) {
    for (long at = 0; at < indices.byteSize(); at += Long.BYTES) {
      long index = indices.get(ValueLayout.JAVA_LONG_UNALIGNED, at);
      replies.set(ValueLayout.JAVA_LONG_UNALIGNED, at, own[(int) (index - first)]);
    }
  }

  private void keep(long tag, MemorySegment memory, long offset) {
    values[(int) tag] = memory.get(ValueLayout.JAVA_LONG_UNALIGNED, offset);
  }

  @Override
  public void read(long[] indices, long[] destination) {
    values = destination;
    for (int i = 0; i < indices.length; i++) {
      stream.requestLong(table.distribution().owner(indices[i]), indices[i], i);
    }
    stream.finish();
  }

  void close() {
    stream.close();
  }
}
