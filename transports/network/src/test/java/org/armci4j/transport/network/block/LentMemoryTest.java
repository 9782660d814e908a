package org.armci4j.transport.network.block;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.armci4j.error.ArmciException;
import org.armci4j.transport.Loan;
import org.armci4j.transport.network.LendingLimits;
import org.armci4j.transport.network.Registration;
import org.junit.jupiter.api.Test;

/** Which memory is lent, and when its registration begins and ends. */
class LentMemoryTest {
  private static final long LEAST = 64;
  private static final long MOST = 4096;

  private final List<Long> registered = new ArrayList<>();
  private int accessEnded;

  private LentMemory lentMemory(boolean keysEndAccess) {
    LendingLimits limits = new LendingLimits(LEAST, MOST, keysEndAccess);
    return new LentMemory(this::register, limits, () -> accessEnded++);
  }

  private Registration register(MemorySegment memory) {
    long address = memory.address();
    registered.add(address);
    return new Registration() {
      @Override
      public byte[] key() {
        return new byte[] {1, 2, 3};
      }

      @Override
      public void close() {
        registered.remove(address);
      }
    };
  }

  @Test
  void memoryIsRegisteredOnceAndKept() {
    try (LentMemory memory = lentMemory(true);
        Arena arena = Arena.ofShared()) {
      MemorySegment segment = arena.allocate(1024);
      Loan first = memory.lend(segment, 0, 1024);
      assertEquals(segment.address(), first.address());
      assertEquals(1024, first.sizeBytes());
      first.close();
      assertEquals(1, registered.size(), "kept for the next time");
      Loan part = memory.lend(segment, 512, 256);
      assertSame(first, part);
      assertSame(first, memory.lend(segment.asSlice(100), 0, 100), "a part that is held already");
      assertEquals(1, registered.size());
    }
    assertEquals(0, registered.size());
  }

  /** Memory that begins where other memory was is another loan, and the old one's key ends. */
  @Test
  void anotherScopeAtTheSameAddressIsAnotherLoan() {
    try (LentMemory memory = lentMemory(true);
        Arena pool = Arena.ofShared()) {
      MemorySegment room = pool.allocate(1024);
      long before;
      try (Arena arena = Arena.ofShared()) {
        Loan loan = memory.lend(at(room, arena), 0, 1024);
        before = loan.generation();
        loan.close();
      }
      try (Arena arena = Arena.ofShared()) {
        Loan loan = memory.lend(at(room, arena), 0, 1024);
        assertEquals(room.address(), loan.address());
        assertNotEquals(before, loan.generation());
        assertEquals(1, registered.size(), "the registration of what has ended has gone");
        loan.close();
      }
    }
  }

  @SuppressWarnings("restricted") // an end that leaves the memory
  private static MemorySegment at(MemorySegment room, Arena arena) {
    return room.reinterpret(arena, null);
  }

  /** The oldest makes room, but not what a peer may write to. */
  @Test
  void whatIsLentIsNotDeregistered() {
    try (LentMemory memory = lentMemory(true);
        Arena arena = Arena.ofShared()) {
      Loan kept = memory.lend(arena.allocate(MOST / 2), 0, MOST / 2);
      memory.lend(arena.allocate(MOST / 2), 0, MOST / 2).close();
      MemorySegment third = arena.allocate(MOST / 2);
      Loan loan = memory.lend(third, 0, MOST / 2);
      assertNotNull(loan, "in the place of the second");
      assertEquals(List.of(kept.address(), third.address()), registered);
      assertNull(memory.lend(arena.allocate(MOST / 2), 0, MOST / 2), "both are lent");
      kept.close();
      assertNotNull(memory.lend(arena.allocate(MOST / 2), 0, MOST / 2));
      assertEquals(2, registered.size());
    }
  }

  @Test
  void whatIsRevokedIsDeregisteredAtOnce() {
    try (LentMemory memory = lentMemory(true);
        Arena arena = Arena.ofShared()) {
      MemorySegment segment = arena.allocate(1024);
      Loan loan = memory.lend(segment, 0, 1024);
      loan.revoke();
      assertEquals(0, registered.size());
      assertEquals(0, accessEnded);
      assertNotEquals(loan.generation(), memory.lend(segment, 0, 1024).generation());
    }
  }

  @Test
  void whereKeysDoNotEndAccessThatIsEndedFirst() {
    try (LentMemory memory = lentMemory(false);
        Arena arena = Arena.ofShared()) {
      memory.lend(arena.allocate(1024), 0, 1024).revoke();
      assertEquals(1, accessEnded);
      assertEquals(0, registered.size());
    }
  }

  @Test
  void whatCannotBeLentIsNot() {
    try (LentMemory memory = lentMemory(true);
        Arena confined = Arena.ofConfined();
        Arena shared = Arena.ofShared()) {
      assertNull(memory.lend(MemorySegment.ofArray(new byte[1024]), 0, 1024), "an array");
      assertNull(memory.lend(confined.allocate(1024), 0, 1024), "one thread's alone");
      assertNull(memory.lend(Arena.global().allocate(1024), 0, 1024), "whose end nobody tells");
      assertNull(memory.lend(shared.allocate(1024).asReadOnly(), 0, 1024), "not to be written");
      assertNull(memory.lend(shared.allocate(1024), 0, LEAST - 1), "too short");
      assertNull(memory.lend(shared.allocate(2 * MOST), 0, 1024), "too much");
    }
    assertEquals(0, registered.size());
  }

  @Test
  void whatIsRefusedIsNotLent() {
    LendingLimits limits = new LendingLimits(LEAST, MOST, true);
    try (LentMemory memory = new LentMemory(LentMemoryTest::refuse, limits, () -> {});
        Arena arena = Arena.ofShared()) {
      assertNull(memory.lend(arena.allocate(1024), 0, 1024));
    }
  }

  private static Registration refuse(MemorySegment memory) {
    throw new ArmciException("too much memory is locked");
  }
}
