package org.armci4j.transport.ucx;

import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Test;

/** Messages with data and words are carried out whole or not at all. */
class SignalMessageWritesTest {
  private final MemorySegment memory = Arena.ofAuto().allocateFrom(JAVA_LONG, new long[8]);
  private final UcxSignalMessages.Writes writes = new UcxSignalMessages.Writes();

  private void receive(long sizeBytes, long... message) {
    MemorySegment sent = Arena.ofAuto().allocateFrom(JAVA_LONG, message);
    assertEquals(0, writes.receive(0, 0, 0, sent.address(), sizeBytes));
  }

  private long word(int index) {
    return memory.getAtIndex(JAVA_LONG, index);
  }

  @Test
  void dataAndWordsAreWritten() {
    long to = memory.address();
    receive(64, to, 2, to + 16, 71, to + 24, 72, 5, 6);
    assertEquals(5, word(0));
    assertEquals(6, word(1));
    assertEquals(71, word(2));
    assertEquals(72, word(3));
    assertFalse(writes.hasFailed());
  }

  /** Long data lie apart from what says where they belong. */
  @Test
  void dataApartFromTheirHeaderAreWritten() {
    long[] header = {memory.address() + 8, 1, memory.address() + 32, 73};
    MemorySegment head = Arena.ofAuto().allocateFrom(JAVA_LONG, header);
    MemorySegment data = Arena.ofAuto().allocateFrom(JAVA_LONG, 5, 6);
    assertEquals(0, writes.receive(0, head.address(), 32, data.address(), 16));
    assertEquals(0, word(0));
    assertEquals(5, word(1));
    assertEquals(6, word(2));
    assertEquals(0, word(3));
    assertEquals(73, word(4));
    assertFalse(writes.hasFailed());
  }

  @Test
  void aHeaderOfFewerBytesThanItsWordsNeedIsNone() {
    MemorySegment head = Arena.ofAuto().allocateFrom(JAVA_LONG, memory.address(), 1);
    MemorySegment data = Arena.ofAuto().allocateFrom(JAVA_LONG, 5);
    assertEquals(0, writes.receive(0, head.address(), 16, data.address(), 8));
    assertTrue(writes.hasFailed());
    assertEquals(0, word(0));
  }

  @Test
  void aMessageOfFewerBytesThanItsWordsNeedIsNone() {
    long to = memory.address();
    receive(40, to, 2, to, 7, to + 8, 8);
    assertTrue(writes.hasFailed());
    assertEquals(0, word(0));
  }

  @Test
  void aMessageWithoutItsHeaderIsNone() {
    receive(8, memory.address());
    assertTrue(writes.hasFailed());
  }

  @Test
  void aNumberOfWordsBelowNoneIsNone() {
    receive(16, memory.address(), -1);
    assertTrue(writes.hasFailed());
  }
}
