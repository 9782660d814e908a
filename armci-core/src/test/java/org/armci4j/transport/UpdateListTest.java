package org.armci4j.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** A list of updates gives back what was added, with bounds that fit. */
class UpdateListTest {
  private final UpdateList list = new UpdateList();

  @Test
  void anEmptyListHasNoBounds() {
    list.begin(WordChange.ADD, Long.BYTES, 4);
    assertEquals(0, list.count());
    assertEquals(0, list.startBytes());
    assertEquals(0, list.endBytes());
    assertEquals(0, list.resultBytes());
    assertTrue(list.isAligned(0));
  }

  @Test
  void boundsHoldAllWordsAndResults() {
    list.begin(WordChange.COMPARE_AND_SWAP, Integer.BYTES, 3);
    list.add(-8, 1, 2, 5);
    list.add(40, 3, 4, 0);
    list.add(12, 5, 6, 1);
    assertEquals(-8, list.startBytes());
    assertEquals(44, list.endBytes());
    assertEquals(24, list.resultBytes());
    assertEquals(20, list.resultOffset(0));
    assertEquals(6, list.value(2));
    assertEquals(5, list.operand(2));
    assertTrue(list.isAligned(4));
    assertFalse(list.isAligned(2));
  }

  @Test
  void aListBeginsAnew() {
    list.begin(WordChange.ADD, Long.BYTES, 100);
    list.add(1, 1, 99);
    list.begin(WordChange.OR, Integer.BYTES, 2);
    list.add(-4, 7, 0);
    assertEquals(1, list.count());
    assertEquals(-4, list.startBytes());
    assertEquals(0, list.endBytes());
    assertEquals(4, list.resultBytes());
    assertEquals(100, list.room());
    assertTrue(list.isAligned(0));
  }

  @Test
  void noBufferHasANegativePlace() {
    list.begin(WordChange.ADD, Long.BYTES, 1);
    list.add(0, 1, -1);
    assertTrue(list.resultBytes() > 1L << 32);
  }

  @Test
  void wordsOfOtherLengthsAreRefused() {
    assertThrows(IllegalArgumentException.class, () -> list.begin(WordChange.ADD, 2, 1));
  }
}
