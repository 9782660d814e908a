package org.armci4j.testkit.fake;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import org.armci4j.Armci;
import org.armci4j.ArmciSettings;
import org.armci4j.GlobalMemory;
import org.armci4j.Handle;
import org.armci4j.error.ArmciException;
import org.armci4j.error.ArmciTimeoutException;
import org.armci4j.error.RankFailedException;
import org.armci4j.testkit.harness.RankFailure;
import org.armci4j.testkit.harness.RankThreads;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Closes arenas while transfers of their memory are under way. That memory is part of a pool that
 * stays. So a write after the end is found; otherwise it would crash the JVM or change other data.
 * The system property {@code fake.seed} repeats a run.
 */
class ArenasCloseTest {
  private static final int MOST_BYTES = 256 * 1024;
  private static final int ROUNDS = 1000;
  private static final byte SENT = 1;
  private static final byte HELD = 2;
  private static final byte ENDED = 3;

  /** Holds memory of a pool that, as far as Java can see, lives as long as an arena. */
  private static final class Piece {
    private final MemorySegment pool;

    Piece(MemorySegment pool, long sizeBytes) {
      this.pool = pool.asSlice(0, sizeBytes).fill(SENT);
    }

    @SuppressWarnings("restricted") // an end that leaves the memory
    MemorySegment of(Arena arena) {
      return pool.reinterpret(arena, null);
    }

    /** Marks the memory as another owner's, after its arena is closed. */
    void end() {
      tail().fill(ENDED);
    }

    void checkUntouched() {
      assertEquals(-1, tail().mismatch(expected(tail(), ENDED)), "written after its end, at byte");
    }

    /** Returns the part that a copy writes last, so that a copy under way at the end is found. */
    private MemorySegment tail() {
      return pool.asSlice(pool.byteSize() - Math.min(pool.byteSize(), 1024));
    }
  }

  private static MemorySegment expected(MemorySegment like, byte value) {
    return MemorySegment.ofArray(new byte[(int) like.byteSize()]).fill(value);
  }

  private static RankThreads ranks() {
    return FakeJobs.drawing("arenas that close", 2);
  }

  /** Handles completions by whichever thread comes: mostly by another thread than the owner. */
  @ParameterizedTest
  @ValueSource(ints = {0, 500, 2000})
  void nothingIsWrittenOrReadAfterTheEnd(int faultAfter) {
    RankThreads job = ranks().with(FakeSettings.FAULT_AFTER, faultAfter);
    if (faultAfter == 0) {
      job.run(armci -> closeAtEveryMoment(armci, false));
    } else {
      for (RankFailure failure : job.failures(armci -> closeAtEveryMoment(armci, true))) {
        assertInstanceOf(ArmciException.class, failure.thrown());
      }
    }
  }

  private static void closeAtEveryMoment(Armci armci, boolean faults) throws Exception {
    GlobalMemory memory = armci.allocate(2L * MOST_BYTES);
    memory.local().fill(HELD);
    armci.barrier();
    if (armci.rank() == 0) {
      AtomicBoolean over = new AtomicBoolean();
      Thread other =
          Thread.ofPlatform().daemon().start(() -> handleCompletions(armci, memory, over));
      try (Arena pools = Arena.ofShared()) {
        new Owner(armci, memory, pools).run(faults);
      } finally {
        over.set(true);
        other.join();
      }
    }
    armci.barrier();
  }

  /** Handles completions in its own waits. */
  private static void handleCompletions(Armci armci, GlobalMemory memory, AtomicBoolean over) {
    MemorySegment own = MemorySegment.ofArray(new byte[1]);
    try {
      while (!over.get()) {
        armci.get(memory, 1, 0, own);
      }
    } catch (ArmciException failed) {
      // The thread that owns the arenas learns of the failure too.
    }
  }

  /** Holds the rank whose arenas close. */
  private record Owner(Armci armci, GlobalMemory memory, Arena pools, Random random) {
    Owner(Armci armci, GlobalMemory memory, Arena pools) {
      this(armci, memory, pools, new Random(FakeJobs.SEED));
    }

    void run(boolean faults) {
      MemorySegment pool = pools.allocate(MOST_BYTES);
      try {
        for (int round = 0; round < ROUNDS; round++) {
          Piece piece = new Piece(pool, 1 + random.nextInt(MOST_BYTES));
          getAndClose(piece);
          piece.end();
          armci.fence(1);
          piece.checkUntouched();
          putAndClose(new Piece(pool, 1 + random.nextInt(MOST_BYTES)));
        }
      } catch (ArmciException failed) {
        if (!faults) {
          throw failed;
        }
      }
    }

    private void getAndClose(Piece piece) {
      Handle handle = armci.newHandle();
      try (Arena arena = Arena.ofConfined()) {
        MemorySegment destination = piece.of(arena);
        armci.nbGet(memory, 1, 0, destination, handle);
        for (int tests = random.nextInt(1 << random.nextInt(14)); tests > 0; tests--) {
          Thread.onSpinWait();
        }
        int end = random.nextInt(5);
        if (end == 0) {
          handle.await();
        } else if (end == 1) {
          join(handle.toCompletionStage());
        }
        if (end <= 1) {
          assertEquals(-1, destination.mismatch(expected(destination, HELD)), "data at byte");
        }
      }
    }

    private static void join(CompletionStage<Void> stage) {
      try {
        stage.toCompletableFuture().join();
      } catch (CompletionException e) {
        throw (ArmciException) e.getCause();
      }
    }

    private void putAndClose(Piece piece) {
      long sizeBytes = piece.pool.byteSize();
      try (Arena arena = Arena.ofConfined()) {
        armci.nbPut(piece.of(arena), 0, memory, 1, MOST_BYTES, sizeBytes, armci.implicit());
      }
      piece.end();
      armci.fence(1);
      MemorySegment there = MemorySegment.ofArray(new byte[(int) sizeBytes]);
      armci.get(memory, 1, MOST_BYTES, there);
      assertEquals(-1, there.mismatch(expected(there, SENT)), "sent from memory that had ended");
    }
  }

  /**
   * Closes a shared arena after a time-out. The network writes its memory in place, so the transfer
   * must have ended before.
   */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void nothingSurvivesTheTimeOutOfAGet(boolean nonblocking) {
    int heldBytes = 12_345;
    List<RankFailure> failures =
        ranks()
            .with(FakeSettings.HELD_GET_BYTES, heldBytes)
            .with(ArmciSettings.WAIT_TIMEOUT, Duration.ofSeconds(1))
            .failures(armci -> timeOut(armci, heldBytes, nonblocking));
    for (RankFailure failure : failures) {
      if (failure.thrown() instanceof AssertionError wrong) {
        throw wrong;
      }
    }
  }

  private static void timeOut(Armci armci, int heldBytes, boolean nonblocking) {
    GlobalMemory memory = armci.allocate(MOST_BYTES);
    memory.local().fill(HELD);
    armci.barrier();
    if (armci.rank() == 1) {
      return;
    }
    try (Arena pools = Arena.ofShared()) {
      Piece piece = new Piece(pools.allocate(MOST_BYTES), heldBytes);
      ArmciException late =
          assertThrows(ArmciException.class, () -> getInTime(armci, memory, piece, nonblocking));
      // The other rank waits too, in its close, and may reach its time-out first.
      assertTrue(late instanceof ArmciTimeoutException || late instanceof RankFailedException);
      piece.end();
      carryOutWhatIsHeld(armci, memory);
      piece.checkUntouched();
    }
  }

  private static void getInTime(
      Armci armci, GlobalMemory memory, Piece piece, boolean nonblocking) {
    try (Arena arena = Arena.ofShared()) {
      Handle handle = armci.newHandle();
      if (nonblocking) {
        armci.nbGet(memory, 1, 0, piece.of(arena), handle);
        handle.await();
      } else {
        armci.get(memory, 1, 0, piece.of(arena));
      }
    }
  }

  private static void carryOutWhatIsHeld(Armci armci, GlobalMemory memory) {
    try {
      armci.put(MemorySegment.ofArray(new byte[1]), memory, 1, 0);
      armci.fence(1);
    } catch (ArmciException ended) {
      // The connection must end, so that nothing is carried out any more.
    }
  }
}
