package org.armci4j.transport.verbs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.armci4j.ArmciSettings;
import org.armci4j.transport.verbs.device.VerbsLibrary;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The cache on a real device; skipped where there is none. */
class RegistrationCacheTest {
  private static final int SIZE_BYTES = 1 << 20;
  private static final int TRIES = 100;

  private Adapter adapter;
  private RegistrationCache cache;
  private int waits;

  @BeforeEach
  void open() {
    VerbsLibrary.Availability found = VerbsLibrary.find();
    assumeTrue(found.isAvailable(), found.reason());
    adapter = Adapter.open(ArmciSettings.builder().resolve(), 1);
    cache = new RegistrationCache(adapter, 4L * SIZE_BYTES, () -> waits++);
  }

  @AfterEach
  void close() {
    if (adapter != null) {
      cache.close();
      adapter.close();
    }
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

  /** Memory of another arena at the same address has other pages: the old key leads elsewhere. */
  @Test
  void anAddressThatIsUsedAgainIsNoHit() {
    long before;
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment memory = arena.allocate(SIZE_BYTES, 4096);
      before = memory.address();
      cache.key(memory, 0, SIZE_BYTES, true);
    }
    boolean reused = false;
    for (int i = 0; i < TRIES && !reused; i++) {
      try (Arena arena = Arena.ofConfined()) {
        MemorySegment memory = arena.allocate(SIZE_BYTES, 4096);
        reused = memory.address() == before;
        cache.key(memory, 0, SIZE_BYTES, true);
        assertTrue(cache.toString().endsWith(" 0 hits"), cache.toString());
      }
    }
    assumeTrue(reused, "the allocator never gave the same address again");
  }

  @Test
  void whatHasEndedMakesRoomAfterItsTransfers() {
    for (int i = 0; i < 10; i++) {
      try (Arena arena = Arena.ofConfined()) {
        long key = cache.key(arena.allocate(SIZE_BYTES, 4096), 0, SIZE_BYTES, true);
        assertNotEquals(LocalAccess.COPIED, key);
      }
    }
    assertTrue(cache.toString().startsWith("1 registrations"), cache.toString());
    assertEquals(9, waits);
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
