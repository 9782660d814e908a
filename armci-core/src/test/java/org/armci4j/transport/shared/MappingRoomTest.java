package org.armci4j.transport.shared;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** A process that has as many mappings as it may is told what to change. */
class MappingRoomTest {
  @Test
  void aFullProcessIsToldOfTheLimit() {
    String advice = MappingRoom.advice(65_500, 65_530);
    assertTrue(advice.contains("65,500 of the 65,530 mappings"), advice);
    assertTrue(advice.contains("vm.max_map_count=262120"), advice);
  }

  @Test
  void whereThereIsRoomNothingIsSaid() {
    assertEquals("", MappingRoom.advice(1_000, 65_530));
    assertEquals("", MappingRoom.advice());
  }
}
