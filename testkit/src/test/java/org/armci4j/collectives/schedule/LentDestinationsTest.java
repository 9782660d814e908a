package org.armci4j.collectives.schedule;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.armci4j.Armci;
import org.armci4j.ArmciSettings;
import org.armci4j.GlobalMemory;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.collectives.ElementType;
import org.armci4j.collectives.Elements;
import org.armci4j.collectives.Operation;
import org.armci4j.collectives.algorithm.Shape;
import org.armci4j.collectives.selection.Catalogue;
import org.armci4j.error.ArmciException;
import org.armci4j.testkit.fake.FakeJobs;
import org.armci4j.testkit.harness.RankFailure;
import org.armci4j.testkit.harness.RankThreads;
import org.armci4j.testkit.job.NetworkJobs;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Checks the messages and the memory of peers that write straight to a rank's own native memory,
 * over a network in memory that delays. Each rank's memory is part of a pool that stays. So it can
 * begin at the same address again, and a write after its end is found.
 */
class LentDestinationsTest {
  private static final int RANKS = 3;
  private static final int PART_BYTES = 50_000;
  private static final int ALL_BYTES = RANKS * PART_BYTES;
  private static final byte ENDED = 99;

  private static RankThreads ranks() {
    return FakeJobs.threads(RANKS);
  }

  /** Gathers everyone's part on one rank by one algorithm. */
  private static final class Gathering implements AutoCloseable {
    private final Armci armci;
    private final Channels channels;
    private final Execution execution;
    private final Schedule schedule;
    private int call;

    Gathering(Armci armci, String algorithm) {
      this.armci = armci;
      this.channels = new Channels(armci, armci.world());
      this.execution = new Execution(armci, armci.world(), channels);
      Shape shape = new Shape(Operation.ALLGATHER, armci.rank(), armci.size(), 0, PART_BYTES, 1);
      this.schedule = Catalogue.find(Operation.ALLGATHER, algorithm).builder().apply(shape);
    }

    /**
     * Gathers into a destination, checks it, and returns the number of messages that this rank
     * sent.
     */
    long into(Elements destination) {
      call++;
      long before = channels.messages();
      MemorySegment mine = MemorySegment.ofArray(new byte[PART_BYTES]).fill(value(armci.rank()));
      Elements source = Elements.of(mine, ElementType.BYTE);
      execution.start(schedule, source, destination, MemorySegment.NULL, null);
      execution.await();
      for (int rank = 0; rank < armci.size(); rank++) {
        long from = destination.offset() + (long) rank * PART_BYTES;
        MemorySegment part = destination.segment().asSlice(from, PART_BYTES);
        MemorySegment expected = MemorySegment.ofArray(new byte[PART_BYTES]).fill(value(rank));
        assertEquals(-1, part.mismatch(expected), Text.format("call %d, part %d", call, rank));
      }
      return channels.messages() - before;
    }

    private byte value(int rank) {
      return (byte) (10 * call + rank);
    }

    @Override
    public void close() {
      channels.close();
      execution.close();
    }
  }

  private static Elements bytes(MemorySegment segment) {
    return Elements.of(segment, ElementType.BYTE);
  }

  @SuppressWarnings("restricted") // an end that leaves the memory
  private static MemorySegment at(MemorySegment pool, Arena arena) {
    return pool.reinterpret(arena, null);
  }

  /** Requires as few messages as in global memory, and one more for the key, which is told once. */
  @Test
  void nativeMemoryIsWrittenStraightAndItsKeyToldOnce() {
    ranks()
        .run(
            armci -> {
              GlobalMemory global = armci.allocate(ALL_BYTES);
              try (Gathering gathering = new Gathering(armci, "ring-straight");
                  Arena arena = Arena.ofShared()) {
                Elements there = Elements.of(global, 0, ALL_BYTES, ElementType.BYTE);
                long straight = gathering.into(there);
                Elements array = bytes(MemorySegment.ofArray(new byte[ALL_BYTES]));
                assertEquals(straight + 1, gathering.into(array), "with the key of its staging");
                assertEquals(straight, gathering.into(array), "without");
                Elements mine = bytes(arena.allocate(ALL_BYTES));
                assertEquals(straight + 1, gathering.into(mine), "with its key");
                assertEquals(straight, gathering.into(mine), "without");
                MemorySegment room = arena.allocate(ALL_BYTES + 100);
                assertEquals(straight + 1, gathering.into(bytes(room.asSlice(0, ALL_BYTES))));
                assertEquals(straight, gathering.into(mine), "both keys are known");
              }
              armci.free(global);
            });
  }

  /** Requires a new key for memory at an address of earlier memory, though all else is equal. */
  @Test
  void memoryAtAnAddressThatWasUsedBeforeIsLentAnew() {
    ranks()
        .run(
            armci -> {
              try (Gathering gathering = new Gathering(armci, "ring-straight");
                  Arena pools = Arena.ofShared()) {
                MemorySegment pool = pools.allocate(ALL_BYTES);
                for (int life = 0; life < 12; life++) {
                  try (Arena arena = Arena.ofShared()) {
                    Elements destination = bytes(at(pool, arena));
                    long first = gathering.into(destination);
                    assertEquals(first - 1, gathering.into(destination), "its key is known");
                  }
                }
              }
            });
  }

  /** Uses more buffers in turn than keys are kept. */
  @Test
  void manyBuffersTakeTurns() {
    ranks()
        .run(
            armci -> {
              try (Gathering gathering = new Gathering(armci, "flat-straight");
                  Arena arena = Arena.ofShared()) {
                Elements[] buffers = new Elements[2 * BorrowedMemory.KEPT + 1];
                for (int i = 0; i < 3 * buffers.length; i++) {
                  int next = i % buffers.length;
                  if (buffers[next] == null) {
                    buffers[next] = bytes(arena.allocate(ALL_BYTES));
                  }
                  gathering.into(buffers[next]);
                }
              }
            });
  }

  /** Gives each rank its own kind of memory, another one in each call. */
  @Test
  void kindsOfMemoryMayDiffer() {
    ranks()
        .run(
            armci -> {
              GlobalMemory global = armci.allocate(ALL_BYTES);
              for (String algorithm : new String[] {"ring-straight", "flat-straight"}) {
                try (Gathering gathering = new Gathering(armci, algorithm);
                    Arena shared = Arena.ofShared();
                    Arena confined = Arena.ofConfined()) {
                  Elements[] kinds = {
                    bytes(shared.allocate(ALL_BYTES)),
                    bytes(MemorySegment.ofArray(new byte[ALL_BYTES])),
                    Elements.of(global, 0, ALL_BYTES, ElementType.BYTE),
                    bytes(confined.allocate(ALL_BYTES)),
                    bytes(Arena.ofAuto().allocate(ALL_BYTES)),
                    bytes(Arena.global().allocate(ALL_BYTES))
                  };
                  for (int call = 0; call < kinds.length * kinds.length; call++) {
                    int other = call / kinds.length;
                    int kind = List.of(call, other, call + 2 * other).get(armci.rank());
                    gathering.into(kinds[kind % kinds.length]);
                  }
                }
              }
              armci.free(global);
            });
  }

  /**
   * Ends a rank's wait and closes its arena, or changes its array. Only then does a peer come to
   * the call, with all that it needs to write there, or to the staging memory of the array.
   */
  @ParameterizedTest
  @CsvSource({"fake, false", "fake, true", "ucx, false", "ucx, true"})
  void nothingIsWrittenBehindAWaitThatFailed(String network, boolean array) {
    CountDownLatch ended = new CountDownLatch(1);
    CountDownLatch tried = new CountDownLatch(1);
    RankThreads job =
        NetworkJobs.threads(network, 2).with(ArmciSettings.WAIT_TIMEOUT, Duration.ofSeconds(1));
    for (RankFailure failure : job.failures(armci -> gatherInVain(armci, array, ended, tried))) {
      if (failure.thrown() instanceof AssertionError error) {
        throw error;
      }
    }
  }

  private static void gatherInVain(
      Armci armci, boolean array, CountDownLatch ended, CountDownLatch tried)
      throws InterruptedException {
    try (Arena pools = Arena.ofShared()) {
      MemorySegment pool =
          array ? MemorySegment.ofArray(new byte[2 * PART_BYTES]) : pools.allocate(2 * PART_BYTES);
      Gathering gathering = new Gathering(armci, "ring-straight");
      if (armci.rank() == 1) {
        assertTrue(ended.await(20, TimeUnit.SECONDS));
        assertThrows(ArmciException.class, () -> gathering.into(bytes(pool)));
        tried.countDown();
        return;
      }
      try (Arena arena = Arena.ofShared()) {
        Elements destination = bytes(array ? pool : at(pool, arena));
        assertThrows(ArmciException.class, () -> gathering.into(destination));
      }
      MemorySegment next = StagingMemory.of(armci).take(2 * PART_BYTES).fill(ENDED);
      pool.fill(ENDED);
      ended.countDown();
      assertTrue(tried.await(20, TimeUnit.SECONDS));
      MemorySegment untouched = MemorySegment.ofArray(new byte[2 * PART_BYTES]).fill(ENDED);
      assertEquals(-1, pool.mismatch(untouched), "written behind its end");
      MemorySegment used = next.asSlice(0, 2 * PART_BYTES);
      assertEquals(-1, used.mismatch(untouched), "written to the staging memory of another call");
    }
  }
}
