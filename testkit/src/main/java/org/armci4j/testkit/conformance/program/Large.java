package org.armci4j.testkit.conformance.program;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemorySegment;
import java.util.stream.LongStream;
import org.armci4j.Accumulation;
import org.armci4j.GlobalMemory;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.strided.Section;
import org.armci4j.testkit.conformance.trial.Trial;

/**
 * Transfers in one block of 6 GiB of which few pages are touched: across 2 and 4 GiB, at the end,
 * and with a stride of more than 1 GiB.
 */
final class Large {
  private static final long SIZE_BYTES = 6L << 30;
  private static final int WORDS = 1000;

  private Large() {}

  static void run(Trial trial) {
    int owner = trial.size() - 1;
    GlobalMemory memory = trial.armci().allocate(trial.rank() == owner ? SIZE_BYTES : 0);
    if (trial.rank() == 0) {
      for (long border : new long[] {1L << 31, 1L << 32, SIZE_BYTES - 4L * WORDS}) {
        across(trial, memory, owner, border);
      }
      farStride(trial, memory, owner);
    }
    trial.armci().barrier();
    trial.armci().free(memory);
  }

  /** Transfers words of which half lie on each side of the border. */
  private static void across(Trial trial, GlobalMemory memory, int owner, long border) {
    long offset = border - 4L * WORDS;
    long[] words = LongStream.range(0, WORDS).map(i -> i * border + i).toArray();
    MemorySegment source = MemorySegment.ofArray(words);
    trial.transfers().put(source, 0, memory, owner, offset, 8L * WORDS);
    trial.transfers().complete();
    Accumulation twice = Accumulation.ofLong(2);
    trial.transfers().accumulate(twice, source, 0, memory, owner, offset, 8L * WORDS);
    trial.transfers().complete();
    trial.armci().fetchAndAdd(memory, owner, border, 5);
    MemorySegment back = MemorySegment.ofArray(new long[WORDS]);
    trial.transfers().get(memory, owner, offset, back, 0, 8L * WORDS);
    trial.transfers().complete();
    for (int i = 0; i < WORDS; i++) {
      long expected = 3 * words[i] + (i == WORDS / 2 ? 5 : 0);
      String what = Text.format("word %d across %d", i, border);
      trial.requireEqual(expected, back.getAtIndex(JAVA_LONG, i), () -> what);
    }
  }

  private static void farStride(Trial trial, GlobalMemory memory, int owner) {
    Section far = Section.of(16, new long[] {(1L << 30) + 8}, new long[] {8, 6});
    MemorySegment values = MemorySegment.ofArray(new long[] {1, 2, 3, 4, 5, 6});
    trial.transfers().put(values, far.packed(0), memory, owner, far);
    trial.transfers().complete();
    for (int i = 0; i < 6; i++) {
      long offset = far.offset() + i * far.stride(0);
      long seen = trial.armci().getLong(memory, owner, offset);
      trial.requireEqual(i + 1, seen, () -> "the word at " + offset);
    }
  }
}
