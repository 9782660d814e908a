package org.armci4j.transport.verbs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicInteger;
import org.armci4j.ArmciException;
import org.armci4j.transport.RemoteBlock;
import org.armci4j.transport.verbs.device.Registration;
import org.armci4j.transport.verbs.device.VerbsException;
import org.junit.jupiter.api.Test;

/** How blocks of a rank begin and end. */
class OwnBlocksTest {
  private static final int EFAULT = 14;

  @Test
  void aRefusalNamesTheBlockAndTheReason() {
    try (HelperRig rig = new HelperRig()) {
      OwnBlocks blocks = new OwnBlocks(0, rig.host, OwnBlocksTest::refuse, () -> false);
      ArmciException error = assertThrows(ArmciException.class, () -> blocks.allocate(8192));
      assertEquals(
          "cannot register its block of 8192 bytes: ibv_reg_mr on device emulated failed:"
              + " errno 14 (EFAULT, bad address)",
          error.getMessage());
    }
  }

  @Test
  void aBlockThatIsReleasedAfterTheJobHasFailedStaysToTheEnd() {
    AtomicInteger ended = new AtomicInteger();
    BlockDescriptor descriptor = new BlockDescriptor(new byte[0], 0, 0);
    RemoteBlock block = new VerbsBlock(0, 0, descriptor, null, null, ended::incrementAndGet);
    boolean[] failed = new boolean[1];
    try (OwnBlocks blocks = new OwnBlocks(0, null, OwnBlocksTest::refuse, () -> failed[0])) {
      blocks.release(new OwnBlock(block, null));
      assertEquals(1, ended.get());
      failed[0] = true;
      blocks.release(new OwnBlock(block, null));
      assertEquals(1, ended.get());
    }
    assertEquals(2, ended.get());
  }

  private static Registration refuse(MemorySegment memory) {
    throw new VerbsException("ibv_reg_mr", "emulated", EFAULT);
  }
}
