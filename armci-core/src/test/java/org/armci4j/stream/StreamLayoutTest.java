package org.armci4j.stream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class StreamLayoutTest {
  @Test
  void wordsHaveLinesOfTheirOwnAndSlotsFollowThem() {
    StreamLayout layout = StreamLayout.of(5, 3, 100, 60);
    assertEquals(0, StreamLayout.left(0));
    assertEquals(8, StreamLayout.kind(0));
    assertEquals(64, StreamLayout.left(4));
    long lines = 128; // the words of 5 ranks
    assertEquals(lines, layout.arrived(0));
    assertEquals(lines + 64, layout.handled(0));
    assertEquals(lines + 256, layout.arrived(2));
    assertEquals(lines + 320, layout.handled(2));
    assertEquals(128, layout.slotBytes());
    long slots = lines + 384;
    assertEquals(slots, layout.slot(0, 0));
    assertEquals(slots + 128 * 3, layout.slot(0, 7));
    assertEquals(slots + 128 * 4, layout.slot(1, 8));
    assertEquals(128, layout.replyBytes());
    assertEquals(slots + 128 * 12, layout.reply(0, 0));
    assertEquals(slots + 128 * 12 + 128 * 9, layout.reply(2, 5));
    assertEquals(slots + 128 * 24, layout.sizeBytes());
    assertEquals(slots + 128 * 12, StreamLayout.of(5, 3, 100, 0).sizeBytes());
    assertEquals(128, StreamLayout.of(1, 1, 120, 0).slotBytes());
    assertEquals(192, StreamLayout.of(1, 1, 121, 0).slotBytes());
  }

  @Test
  void aHeaderHoldsTheLargestValues() {
    long most = (1L << 30) + 64;
    long header = StreamLayout.header(Integer.MAX_VALUE, most, true);
    assertEquals(Integer.MAX_VALUE, StreamLayout.origin(header));
    assertEquals(most, StreamLayout.bytes(header));
    assertTrue(StreamLayout.isLast(header));
    assertFalse(StreamLayout.isLast(StreamLayout.header(1, 0, false)));
  }
}
