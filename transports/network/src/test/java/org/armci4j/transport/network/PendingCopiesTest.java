package org.armci4j.transport.network;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Memory outlives every write to it; the pool behind a segment stays, so that one is found. */
class PendingCopiesTest {
  private static final byte DATA = 7;
  private static final byte LATER = 9;

  private final MemorySegment pool = Arena.ofAuto().allocate(1);
  private final MemorySegment buffer = MemorySegment.ofArray(new byte[] {DATA});
  private final PendingCopies copies = new PendingCopies(2);

  @SuppressWarnings("restricted") // an end that leaves the memory
  private void expectInto(Arena arena) {
    copies.expect(1, buffer, 0, pool.reinterpret(arena, null), 0, 1);
  }

  private void copyOnAnotherThread() {
    CompletableFuture.runAsync(
            () -> {
              copies.copy(0, 1);
              buffer.fill(LATER);
            })
        .join();
  }

  private byte written() {
    return pool.get(ValueLayout.JAVA_BYTE, 0);
  }

  @Test
  void itsOwnThreadAloneWritesAConfinedArena() {
    try (Arena arena = Arena.ofConfined()) {
      expectInto(arena);
      copyOnAnotherThread();
      assertEquals(0, written());
      CompletableFuture.runAsync(copies::place).join();
      assertEquals(0, written());
      copies.place();
      assertEquals(DATA, written());
      pool.fill(LATER);
      copies.place();
      assertEquals(LATER, written(), "written twice");
    }
  }

  @Test
  void theOwnerWritesWhenItFindsTheCompletionItself() {
    try (Arena arena = Arena.ofConfined()) {
      expectInto(arena);
      copies.copy(0, 1);
      assertEquals(DATA, written());
    }
  }

  @Test
  void anyThreadWritesASharedArena() {
    try (Arena arena = Arena.ofShared()) {
      expectInto(arena);
      copyOnAnotherThread();
      assertEquals(DATA, written());
    }
  }

  @Test
  void nothingIsWrittenOnceAnArenaIsClosed() {
    try (Arena arena = Arena.ofConfined()) {
      expectInto(arena);
      copyOnAnotherThread();
    }
    copies.place();
    assertEquals(0, written(), "kept aside");
    try (Arena arena = Arena.ofConfined()) {
      expectInto(arena);
    }
    copies.copy(0, 1);
    assertEquals(0, written(), "confined");
    try (Arena arena = Arena.ofShared()) {
      expectInto(arena);
    }
    copies.copy(0, 1);
    assertEquals(0, written(), "shared");
  }
}
