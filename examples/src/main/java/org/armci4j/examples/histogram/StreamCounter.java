package org.armci4j.examples.histogram;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.List;
import org.armci4j.Armci;
import org.armci4j.arrays.LongArray;
import org.armci4j.stream.ItemHandler;
import org.armci4j.stream.ItemStream;

/** Sends each key to the owner of its bin, who counts it in a Java array. */
final class StreamCounter implements KeyCounter, ItemHandler, AutoCloseable {
  private final LongArray counts;
  private final ItemStream stream;
  private final int first;
  private final long[] own;

  StreamCounter(Armci armci, LongArray counts) {
    this.counts = counts;
    this.stream = ItemStream.open(armci, Long.BYTES, this);
    this.first = (int) counts.own().lower(0);
    this.own = new long[(int) counts.own().elements()];
  }

  @Override
  public void handle(int origin, MemorySegment keys) {
    for (long at = 0; at < keys.byteSize(); at += Long.BYTES) {
      own[(int) keys.get(ValueLayout.JAVA_LONG_UNALIGNED, at) - first]++;
    }
  }

  @Override
  public void count(List<long[]> batches) {
    Arrays.fill(own, 0);
    counts.sync(); // nobody's keys come before
    for (long[] keys : batches) {
      for (long key : keys) {
        stream.pushLong(counts.distribution().owner(key), key);
      }
    }
    stream.finish();
    counts.put(counts.own(), own);
  }

  @Override
  public void close() {
    stream.close();
  }
}
