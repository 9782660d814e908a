package org.armci4j.collectives.schedule;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Test;

class StagingMemoryTest {
  private static final long KIB = 1024;

  private final StagingMemory memory = new StagingMemory(512 * KIB);

  @Test
  void callsUseTheSmallestSegmentThatIsLongEnough() {
    MemorySegment small = memory.take(10 * KIB);
    MemorySegment large = memory.take(100 * KIB);
    assertEquals(64 * KIB, small.byteSize());
    assertEquals(128 * KIB, large.byteSize());
    memory.give(large);
    memory.give(small);
    assertSame(small, memory.take(64 * KIB));
    assertSame(large, memory.take(64 * KIB + 1));
  }

  @Test
  void freeSegmentsMakeRoomForLongerOnes() {
    memory.give(memory.take(256 * KIB));
    assertEquals(512 * KIB, memory.take(300 * KIB).byteSize());
  }

  @Test
  void theSegmentThatWaitsLongestMakesRoomFirst() {
    MemorySegment first = memory.take(128 * KIB);
    MemorySegment second = memory.take(64 * KIB);
    memory.take(128 * KIB);
    memory.give(first);
    memory.give(second);
    memory.take(256 * KIB);
    assertSame(second, memory.take(64 * KIB));
  }

  @Test
  void theLimitHoldsForAllTogether() {
    assertNull(memory.take(512 * KIB + 1));
    MemorySegment first = memory.take(256 * KIB);
    MemorySegment second = memory.take(200 * KIB);
    assertNull(memory.take(1), "the second has all of the rest");
    memory.give(first);
    assertSame(first, memory.take(1));
    memory.give(second);
    assertNull(memory.take(257 * KIB), "the first has half of the limit");
    assertSame(second, memory.take(1));
  }
}
