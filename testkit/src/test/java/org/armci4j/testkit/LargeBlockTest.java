package org.armci4j.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.MemorySegment;
import java.util.stream.LongStream;
import org.armci4j.Accumulation;
import org.armci4j.ArmciSettings;
import org.armci4j.GlobalMemory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Offsets are 64 bits wide: transfers across 2 and 4 GiB of a block of which few pages exist. */
@EnabledOnOs(OS.LINUX)
class LargeBlockTest {
  private static final long SIZE_BYTES = 5L << 30;
  private static final int WORDS = 1000;

  @Test
  void transfersCrossTwoAndFourGibibytes() {
    RankThreads.of(2)
        .over("shm")
        .with(ArmciSettings.SHM_RESERVE, false)
        .run(
            armci -> {
              GlobalMemory memory = armci.allocate(armci.rank() == 1 ? SIZE_BYTES : 0);
              if (armci.rank() == 0) {
                for (long border : new long[] {1L << 31, 1L << 32, SIZE_BYTES - 4L * WORDS}) {
                  long offset = border - 4L * WORDS;
                  long[] words = LongStream.range(0, WORDS).map(i -> i * border + i).toArray();
                  MemorySegment source = MemorySegment.ofArray(words);
                  armci.put(source, memory, 1, offset);
                  Accumulation twice = Accumulation.ofLong(2);
                  armci.accumulate(twice, source, 0, memory, 1, offset, 8L * WORDS);
                  armci.fetchAndAdd(memory, 1, border, 5);
                  long[] back = new long[WORDS];
                  armci.get(memory, 1, offset, MemorySegment.ofArray(back));
                  for (int i = 0; i < WORDS; i++) {
                    assertEquals(3 * words[i] + (i == WORDS / 2 ? 5 : 0), back[i], "word " + i);
                  }
                }
              }
              armci.free(memory);
            });
  }
}
