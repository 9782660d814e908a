package org.armci4j.stream;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class StreamLayoutTest {
  @Test
  void wordsHaveLinesOfTheirOwnAndSlotsFollowThem() {
    StreamLayout layout = StreamLayout.of(3, 100, 60);
    assertEquals(0, StreamLayout.arrived(0));
    assertEquals(64, StreamLayout.handled(0));
    assertEquals(256, StreamLayout.arrived(2));
    assertEquals(320, StreamLayout.handled(2));
    assertEquals(128, layout.slotBytes());
    assertEquals(384, layout.slot(0, 0));
    assertEquals(384 + 128 * 3, layout.slot(0, 7));
    assertEquals(384 + 128 * 4, layout.slot(1, 8));
    assertEquals(128, layout.replyBytes());
    assertEquals(384 + 128 * 12, layout.reply(0, 0));
    assertEquals(384 + 128 * 12 + 128 * 9, layout.reply(2, 5));
    assertEquals(384 + 128 * 24, layout.sizeBytes());
    assertEquals(384 + 128 * 12, StreamLayout.of(3, 100, 0).sizeBytes());
    assertEquals(128, StreamLayout.of(1, 120, 0).slotBytes());
    assertEquals(192, StreamLayout.of(1, 121, 0).slotBytes());
  }
}
