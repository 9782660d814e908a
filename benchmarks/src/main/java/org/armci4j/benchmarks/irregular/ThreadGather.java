package org.armci4j.benchmarks.irregular;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.armci4j.benchmarks.rank.MeasuredCall;

/** Each rank reads words by plain calls of many virtual threads. */
final class ThreadGather implements MeasuredCall {
  private static final int THREADS = 10_000;

  private final WordTable table;
  private final long[] found = new long[WordTable.PLACES];

  ThreadGather(WordTable table) {
    this.table = table;
  }

  /** Returns the number of threads: with fewer words, fewer threads would hide a delay. */
  @Override
  public long leastCount() {
    return THREADS;
  }

  @Override
  public void run(long count) {
    long threads = Math.min(count, THREADS);
    try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
      for (long thread = 0; thread < threads; thread++) {
        long first = thread;
        executor.execute(() -> read(first, threads, count));
      }
    } // waits for all of them
    table.armci().barrier();
  }

  private void read(long first, long step, long count) {
    for (long i = first; i < count; i += step) {
      found[WordTable.number(i)] = table.block(table.rank(i)).get(table.place(i));
    }
  }

  @Override
  public void check() {
    TableChecks.words(table, this, found);
  }
}
