package org.armci4j.transport.network.block;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.armci4j.ArmciSettings;
import org.armci4j.bootstrap.Bootstrap;
import org.armci4j.bootstrap.Membership;
import org.armci4j.bootstrap.settings.Settings;
import org.armci4j.error.ArmciException;
import org.armci4j.transport.Place;
import org.armci4j.transport.RemoteBlock;
import org.armci4j.transport.network.Registration;
import org.armci4j.transport.shared.HostTransport;
import org.armci4j.transport.shared.ShmProvider;
import org.junit.jupiter.api.Test;

/** How blocks of a rank begin and end. */
class OwnBlocksTest {
  private static final String REFUSAL = "too much memory is locked";

  @Test
  void aRefusalNamesTheBlockAndTheReason() {
    Settings settings = ArmciSettings.builder().resolve();
    try (Bootstrap bootstrap = Bootstrap.open(Membership.alone(), settings);
        HostTransport host =
            ShmProvider.openOnHost(bootstrap, settings, List.of(new Place("here", 1)))) {
      OwnBlocks blocks = new OwnBlocks(0, host, OwnBlocksTest::refuse, () -> false);
      ArmciException error = assertThrows(ArmciException.class, () -> blocks.allocate(8192));
      assertEquals("cannot register its block of 8192 bytes: " + REFUSAL, error.getMessage());
    }
  }

  @Test
  void aBlockThatIsReleasedAfterTheJobHasFailedStaysToTheEnd() {
    AtomicInteger ended = new AtomicInteger();
    RemoteBlock block =
        new NetworkBlock(
            0, 0, 0, () -> {}, null, null, null, null, () -> ended.incrementAndGet() > 0);
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
    throw new ArmciException(REFUSAL);
  }
}
