package org.armci4j.transport.shared;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.armci4j.error.ArmciException;
import org.armci4j.transport.Offer;
import org.junit.jupiter.api.Test;

/** Memory of ranks that are threads of one JVM. */
class JvmMemoryTest {
  private static final long SIZE_BYTES = 2 << 20;

  @Test
  void whatRanksAskForTogetherIsRefused() {
    FreeMemory.Limit limit = new FreeMemory.Limit(SIZE_BYTES * 3 / 2, "here");
    JvmMemory memory = new JvmMemory(() -> limit);
    try (Offer offer = memory.create(SIZE_BYTES)) {
      ArmciException refused =
          assertThrows(ArmciException.class, () -> offer.reserve(2 * SIZE_BYTES));
      String reason = "ask for 4194304 bytes together; 3145728 bytes are free in here";
      assertTrue(refused.getMessage().contains(reason), refused.getMessage());
      ArmciException others =
          assertThrows(ArmciException.class, () -> memory.open(offer.descriptor(), SIZE_BYTES));
      assertTrue(others.getMessage().contains(reason), others.getMessage());
    }
    try (Offer offer = memory.create(SIZE_BYTES)) {
      offer.reserve(SIZE_BYTES);
      Mapping mapping = memory.open(offer.descriptor(), SIZE_BYTES);
      assertEquals(SIZE_BYTES, mapping.memory().byteSize());
      assertTrue(mapping.release().getAsBoolean());
    }
  }

  /** More than any machine has: nothing of it is touched. */
  @Test
  void aBlockThatIsLargerThanTheMachineIsRefused() {
    JvmMemory memory = new JvmMemory();
    assertThrows(ArmciException.class, () -> memory.create(1L << 46).close());
  }
}
