package org.armci4j.transport.shared;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.armci4j.error.ArmciException;
import org.junit.jupiter.api.Test;

/**
 * A process that has nearly as many mappings as it may is refused more, and told what to change.
 */
class MappingRoomTest {
  private static final long LIMIT = 65_530;

  private static void assertTold(String advice) {
    assertTrue(advice.contains("65,500 of the 65,530 mappings"), advice);
    assertTrue(advice.contains("vm.max_map_count=262120"), advice);
  }

  @Test
  void aFullProcessIsToldOfTheLimit() {
    MappingRoom room = new MappingRoom(1, () -> new MappingRoom.MappingCount(65_500, LIMIT));
    assertTold(room.advice());
    assertTold(assertThrows(ArmciException.class, room::take).getMessage());
  }

  @Test
  void whereThereIsRoomNothingIsSaid() {
    assertEquals("", new MappingRoom.MappingCount(1_000, LIMIT).advice());
    assertEquals("", new MappingRoom(1).advice());
  }

  @Test
  void theLastOnesAreLeftToTheJvmAndLooksAreFew() {
    AtomicLong mappings = new AtomicLong();
    AtomicInteger looks = new AtomicInteger();
    MappingRoom.MappingLook look =
        () -> {
          looks.incrementAndGet();
          return new MappingRoom.MappingCount(mappings.get(), LIMIT);
        };
    MappingRoom[] ranks = {new MappingRoom(2, look), new MappingRoom(2, look)};
    int refused = 0;
    while (refused == 0) {
      for (MappingRoom rank : ranks) {
        try {
          rank.take();
          mappings.incrementAndGet();
        } catch (ArmciException full) {
          refused++;
        }
      }
    }
    assertTrue(LIMIT - mappings.get() > 1000, mappings::toString);
    assertTrue(LIMIT - mappings.get() < 1100, mappings::toString);
    assertTrue(looks.get() < 200, looks::toString);
  }
}
