package org.armci4j.transport.verbs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.foreign.MemorySegment;
import org.armci4j.ArmciException;
import org.armci4j.transport.verbs.device.Registration;
import org.armci4j.transport.verbs.device.VerbsException;
import org.junit.jupiter.api.Test;

/** Blocks of a rank whose device refuses to register them. */
class OwnBlocksTest {
  private static final int EFAULT = 14;

  @Test
  void aRefusalNamesTheBlockAndTheReason() {
    try (HelperRig rig = new HelperRig()) {
      OwnBlocks blocks = new OwnBlocks(0, rig.host, OwnBlocksTest::refuse);
      ArmciException error = assertThrows(ArmciException.class, () -> blocks.allocate(8192));
      assertEquals(
          "cannot register its block of 8192 bytes: ibv_reg_mr on device emulated failed:"
              + " errno 14 (EFAULT, bad address)",
          error.getMessage());
    }
  }

  private static Registration refuse(MemorySegment memory) {
    throw new VerbsException("ibv_reg_mr", "emulated", EFAULT);
  }
}
