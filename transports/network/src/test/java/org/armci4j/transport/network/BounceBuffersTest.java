package org.armci4j.transport.network;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** A thread that must not wait takes the buffers only with the room that it needs. */
class BounceBuffersTest {
  private static final int SIZE_BYTES = 4096;

  private final BounceBuffers buffers =
      new BounceBuffers(MemorySegment.ofArray(new byte[SIZE_BYTES]), 4);
  private final Requests requests = new Requests();

  private static final class Requests implements BounceBuffers.User {
    private long over;

    @Override
    public boolean isOver(long ticket) {
      return ticket <= over;
    }

    @Override
    public void awaitOver(long ticket) {
      throw new AssertionError("waits for " + ticket);
    }
  }

  private void fill(int lengthBytes, long ticket) {
    assertTrue(buffers.tryLock(lengthBytes, 1), () -> "no room for " + ticket);
    buffers.reserve(lengthBytes);
    buffers.commit(requests, ticket);
    buffers.unlock();
  }

  /** A thread that waits with a piece reserved, and takes steps of others, gets no second one. */
  @Test
  void nobodyComesBetweenReserveAndCommit() {
    buffers.lock();
    assertFalse(buffers.tryLock(64, 1));
    assertFalse(CompletableFuture.supplyAsync(() -> buffers.tryLock(64, 1)).join());
    buffers.unlock();
    assertTrue(buffers.tryLock(64, 1));
    buffers.unlock();
  }

  @Test
  void thereIsRoomAgainWhenRequestsAreOver() {
    fill(1024, 1);
    fill(1024, 2);
    assertFalse(buffers.tryLock(1024, 1)); // it might have to leave the rest of the ring
    requests.over = 1;
    fill(1024, 3);
    requests.over = 3;
    fill(1024, 4);
  }

  @Test
  void piecesAreCounted() {
    for (int ticket = 1; ticket <= 4; ticket++) {
      fill(1, ticket);
    }
    assertFalse(buffers.tryLock(1, 1));
    requests.over = 1;
    assertFalse(buffers.tryLock(1, 2));
    fill(1, 5);
    assertEquals(1, requests.over);
  }
}
