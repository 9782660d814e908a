package org.armci4j.transport.verbs.key;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.armci4j.transport.verbs.device.EmulatedRegistrar;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Checks which memory the cache registers, finds again and gives up. */
class RegistrationCacheTest {
  private static final int SIZE_BYTES = 1 << 20;

  private int waits;
  private boolean queued;
  private Runnable duringWait = () -> {};
  private final EmulatedRegistrar device = new EmulatedRegistrar();
  private final RegistrationCache cache =
      new RegistrationCache(device::register, 4L * SIZE_BYTES, this::awaitTransfers);

  private boolean awaitTransfers() {
    waits++;
    duringWait.run();
    return !queued;
  }

  @AfterEach
  void closingLeavesNothingRegistered() {
    cache.close();
    assertEquals(0, device.open());
  }

  @Test
  void theSameMemoryIsRegisteredOnce() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment memory = arena.allocate(SIZE_BYTES, 4096);
      long key = cache.key(memory, 0, SIZE_BYTES, true);
      assertNotEquals(LocalAccess.COPIED, key);
      assertEquals(key, cache.key(memory, 8192, 4096, false));
      assertEquals(key, cache.key(memory.asSlice(4096), 0, 4096, true));
      assertTrue(cache.toString().startsWith("1 registrations"), cache.toString());
    }
  }

  /**
   * Uses memory of another arena at the same address, which has other pages: the old key leads
   * elsewhere.
   */
  @Test
  @SuppressWarnings("restricted") // the address is that of pages which stay
  void anAddressThatIsUsedAgainIsNoHit() {
    try (Arena pages = Arena.ofConfined()) {
      MemorySegment place = MemorySegment.ofAddress(pages.allocate(SIZE_BYTES, 4096).address());
      long before;
      try (Arena first = Arena.ofConfined()) {
        MemorySegment memory = place.reinterpret(SIZE_BYTES, first, null);
        before = cache.key(memory, 0, SIZE_BYTES, true);
      }
      try (Arena second = Arena.ofConfined()) {
        MemorySegment memory = place.reinterpret(SIZE_BYTES, second, null);
        assertNotEquals(before, cache.key(memory, 0, SIZE_BYTES, true));
        assertTrue(cache.toString().endsWith(" 0 hits"), cache.toString());
      }
    }
  }

  @Test
  void whatHasEndedMakesRoomAfterItsTransfers() {
    for (int i = 0; i < 10; i++) {
      try (Arena arena = Arena.ofConfined()) {
        long key = cache.key(arena.allocate(SIZE_BYTES, 4096), 0, SIZE_BYTES, true);
        assertNotEquals(LocalAccess.COPIED, key);
        cache.release(key);
      }
    }
    assertTrue(cache.toString().startsWith("1 registrations"), cache.toString());
    assertEquals(9, waits);
  }

  /** Queues an operation: the thread that would wait may be the one that starts it. */
  @Test
  void whereSomethingIsQueuedNothingIsGivenUpAndTheRestIsCopied() {
    try (Arena arena = Arena.ofConfined()) {
      queued = true;
      long[] keys = new long[4];
      for (int i = 0; i < keys.length; i++) {
        keys[i] = cache.key(arena.allocate(SIZE_BYTES, 4096), 0, SIZE_BYTES, true);
        assertNotEquals(LocalAccess.COPIED, keys[i]);
        cache.release(keys[i]);
      }
      MemorySegment more = arena.allocate(SIZE_BYTES, 4096);
      assertEquals(LocalAccess.COPIED, cache.key(more, 0, SIZE_BYTES, true));
      assertTrue(cache.toString().startsWith("4 registrations"), cache.toString());
      queued = false;
      assertNotEquals(LocalAccess.COPIED, cache.key(more, 0, SIZE_BYTES, true));
    }
  }

  /**
   * Uses an entry on another thread, which would post its request with a key that the device has
   * forgotten.
   */
  @Test
  void whatIsUsedIsNotGivenUpBeforeItsRequestIsPosted() {
    try (Arena arena = Arena.ofConfined()) {
      long[] keys = new long[4];
      for (int i = 0; i < keys.length; i++) {
        keys[i] = cache.key(arena.allocate(SIZE_BYTES, 4096), 0, SIZE_BYTES, true);
      }
      MemorySegment more = arena.allocate(SIZE_BYTES, 4096);
      assertEquals(LocalAccess.COPIED, cache.key(more, 0, SIZE_BYTES, true));
      assertEquals(4, device.open());
      cache.release(keys[2]);
      assertNotEquals(LocalAccess.COPIED, cache.key(more, 0, SIZE_BYTES, true));
      assertFalse(device.isValid((int) keys[2]));
      assertTrue(device.isValid((int) keys[0]));
    }
  }

  /**
   * Ends a use during the wait, which does not wait for the requests that this use has posted
   * meanwhile.
   */
  @Test
  void aUseThatEndsDuringTheWaitKeepsItsEntry() {
    try (Arena arena = Arena.ofConfined()) {
      long[] keys = new long[4];
      for (int i = 0; i < keys.length; i++) {
        keys[i] = cache.key(arena.allocate(SIZE_BYTES, 4096), 0, SIZE_BYTES, true);
      }
      cache.release(keys[0]);
      duringWait = () -> cache.release(keys[1]);
      MemorySegment more = arena.allocate(2L * SIZE_BYTES, 4096);
      assertEquals(LocalAccess.COPIED, cache.key(more, 0, 2L * SIZE_BYTES, true));
      assertTrue(device.isValid((int) keys[1]));
    }
  }

  /** Looks up on another thread during a wait, which may need what that thread holds. */
  @Test
  void noThreadIsHeldUpByTheWaitOfAnother() {
    try (Arena arena = Arena.ofShared()) {
      MemorySegment known = arena.allocate(4L * SIZE_BYTES, 4096);
      cache.release(cache.key(known, 0, 4L * SIZE_BYTES, true));
      MemorySegment more = arena.allocate(SIZE_BYTES, 4096);
      long[] answers = new long[2];
      duringWait =
          () -> {
            answers[0] = cache.key(known, 0, SIZE_BYTES, true);
            answers[1] =
                CompletableFuture.supplyAsync(() -> cache.key(known, 0, SIZE_BYTES, true))
                    .orTimeout(30, TimeUnit.SECONDS)
                    .join();
          };
      assertNotEquals(LocalAccess.COPIED, cache.key(more, 0, SIZE_BYTES, true));
      assertArrayEquals(new long[] {LocalAccess.COPIED, LocalAccess.COPIED}, answers);
    }
  }

  @Test
  void tooMuchIsNotRegistered() {
    try (Arena arena = Arena.ofConfined()) {
      long size = 5L * SIZE_BYTES;
      MemorySegment memory = arena.allocate(size, 4096);
      assertEquals(LocalAccess.COPIED, cache.key(memory, 0, size, true));
    }
  }

  @Test
  void memoryThatNoScopeTellsOfIsNotKept() {
    MemorySegment memory = Arena.global().allocate(SIZE_BYTES, 4096);
    assertEquals(LocalAccess.COPIED, cache.key(memory, 0, SIZE_BYTES, true));
  }

  @Test
  void readOnlyMemoryCanBeSentButNotReceivedInto() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment memory = arena.allocate(SIZE_BYTES, 4096).asReadOnly();
      assertNotEquals(LocalAccess.COPIED, cache.key(memory, 0, SIZE_BYTES, false));
    }
  }
}
