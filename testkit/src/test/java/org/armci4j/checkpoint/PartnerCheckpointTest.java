package org.armci4j.checkpoint;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.OptionalLong;
import java.util.Random;
import java.util.stream.IntStream;
import org.armci4j.Armci;
import org.armci4j.GlobalMemory;
import org.armci4j.Group;
import org.armci4j.arrays.DoubleArray;
import org.armci4j.arrays.GlobalArrays;
import org.armci4j.error.ArmciException;
import org.armci4j.testkit.harness.RankThreads;
import org.armci4j.testkit.job.NetworkJobs;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Copies at partners, without failures: those are in SurvivalTest. */
class PartnerCheckpointTest {
  private static int sizeOf(int rank) {
    return 100 * rank + 7;
  }

  private static byte[] kept(long step, int rank) {
    byte[] bytes = new byte[sizeOf(rank)];
    new Random(1000 * step + rank).nextBytes(bytes);
    return bytes;
  }

  private static void save(PartnerCheckpoint checkpoint, long step, int rank) {
    byte[] bytes = kept(step, rank);
    checkpoint.save(step, MemorySegment.ofArray(bytes));
    Arrays.fill(bytes, (byte) 0); // they may change at once
  }

  private static void check(PartnerCheckpoint checkpoint, Group left, long step, int members) {
    assertEquals(OptionalLong.of(step), checkpoint.newest(left));
    for (int member = 0; member < members; member++) {
      byte[] bytes = new byte[sizeOf(member)];
      checkpoint.read(left, step, member, MemorySegment.ofArray(bytes));
      assertArrayEquals(kept(step, member), bytes, "member " + member);
    }
  }

  @ParameterizedTest
  @CsvSource({"local, 1", "local, 4", "fake, 3", "ucx, 2"})
  void membersReadWhatAllHaveKeptAlsoWithoutOneOfThem(String transport, int ranks) {
    NetworkJobs.threads(transport, ranks)
        .run(
            armci -> {
              Group world = armci.world();
              int me = armci.rank();
              try (PartnerCheckpoint checkpoint =
                  PartnerCheckpoint.open(armci, world, sizeOf(me))) {
                assertEquals(OptionalLong.empty(), checkpoint.newest(world));
                for (long step : new long[] {0, 5, 6, 9}) {
                  save(checkpoint, step, me);
                  checkpoint.awaitCopy();
                  check(checkpoint, world, step, ranks);
                }
                checkWithoutTheLast(armci, checkpoint);
                world.barrier();
              }
            });
  }

  /** What programs keep: an array, global memory, and values of their own on the heap. */
  @ParameterizedTest
  @CsvSource({"local, 2", "fake, 3", "ucx, 2"})
  void aSaveTakesArraysMemoryAndBytes(String transport, int ranks) {
    NetworkJobs.threads(transport, ranks)
        .run(
            armci -> {
              Group world = armci.world();
              DoubleArray array = GlobalArrays.of(armci).array(30, 7).doubles();
              GlobalMemory memory = armci.allocate(70_000);
              long[] own = {armci.rank() + 1};
              MemorySegment[] parts = {array.segment(), memory.local(), MemorySegment.ofArray(own)};
              long sizeBytes = Arrays.stream(parts).mapToLong(MemorySegment::byteSize).sum();
              try (PartnerCheckpoint checkpoint = PartnerCheckpoint.open(armci, world, sizeBytes)) {
                array.fill(0.5);
                memory.local().fill((byte) 3);
                checkpoint.save(1, parts);
                checkpoint.awaitCopy();
                array.fill(2.5);
                memory.local().fill((byte) 4);
                own[0] = 0;
                assertEquals(OptionalLong.of(1), checkpoint.newest(world));
                checkpoint.read(world, 1, armci.rank(), parts);
                world.barrier();
                assertEquals(0.5 * 30 * 7, array.sum());
                assertEquals(3, memory.local().get(ValueLayout.JAVA_BYTE, 69_999));
                assertEquals(armci.rank() + 1, own[0]);
                refuseAPartTooFew(checkpoint, parts);
                world.barrier();
              }
              array.close();
            });
  }

  private static void refuseAPartTooFew(PartnerCheckpoint checkpoint, MemorySegment[] parts) {
    assertThrows(ArmciException.class, () -> checkpoint.save(2, parts[0], parts[1]));
  }

  /** In shared memory a rank and its partner may fail together; here all but one. */
  @ParameterizedTest
  @ValueSource(strings = {"local", "fake"})
  void anyOneRankReadsWhatAllHaveKept(String transport) {
    RankThreads job =
        transport.equals("local")
            ? NetworkJobs.threads(transport, 4)
            : NetworkJobs.onHosts(transport, "aaaa", true);
    job.run(
        armci -> {
          Group world = armci.world();
          int me = armci.rank();
          try (PartnerCheckpoint checkpoint = PartnerCheckpoint.open(armci, world, sizeOf(me))) {
            for (long step : new long[] {3, 6, 9}) {
              save(checkpoint, step, me);
            }
            world.barrier();
            if (me == 2) {
              try (Group alone = world.create(2)) {
                check(checkpoint, alone, 9, armci.size());
              }
            }
            world.barrier();
          }
        });
  }

  /** The second part of rank 1's bytes cannot be read: its save ends when the first is written. */
  @ParameterizedTest
  @CsvSource({"local, 3", "fake, 3"})
  void aSaveThatEndsInItsMidstLeavesTheOneBefore(String transport, int ranks) {
    NetworkJobs.threads(transport, ranks)
        .run(
            armci -> {
              Group world = armci.world();
              int me = armci.rank();
              try (PartnerCheckpoint checkpoint =
                  PartnerCheckpoint.open(armci, world, sizeOf(me))) {
                for (long step : new long[] {3, 6}) {
                  save(checkpoint, step, me);
                }
                if (me == 1) {
                  MemorySegment first = MemorySegment.ofArray(new byte[sizeOf(me) - 8]);
                  MemorySegment gone;
                  try (Arena arena = Arena.ofShared()) {
                    gone = arena.allocate(8);
                  }
                  assertThrows(RuntimeException.class, () -> checkpoint.save(9, first, gone));
                } else {
                  save(checkpoint, 9, me);
                }
                check(checkpoint, world, 6, ranks);
                world.barrier();
              }
            });
  }

  private static void checkWithoutTheLast(Armci armci, PartnerCheckpoint checkpoint) {
    int last = armci.size() - 1;
    if (armci.rank() < last) {
      try (Group left = armci.world().create(IntStream.range(0, last).toArray())) {
        check(checkpoint, left, 9, armci.size());
      }
    }
  }

  private static final int BLOCK = (int) ChangedBlocks.BLOCK_BYTES;
  private static final int BLOCKS = 5;
  private static final int REST = 100;

  private static byte[] blocks(int seed) {
    byte[] bytes = new byte[BLOCKS * BLOCK + REST];
    new Random(seed).nextBytes(bytes);
    return bytes;
  }

  /** Each save is compared with the one before last, but in shared memory. */
  @ParameterizedTest
  @CsvSource({"fake, 3", "ucx, 2"})
  void onlyChangedBlocksAreSent(String transport, int ranks) {
    NetworkJobs.threads(transport, ranks)
        .run(
            armci -> {
              byte[] bytes = blocks(0);
              try (PartnerCheckpoint checkpoint =
                  PartnerCheckpoint.open(armci, armci.world(), bytes.length)) {
                assertEquals(0, sends(armci, checkpoint, 1, new byte[bytes.length]));
                assertEquals(bytes.length, sends(armci, checkpoint, 2, bytes));
                assertEquals(bytes.length, sends(armci, checkpoint, 3, bytes));
                assertEquals(0, sends(armci, checkpoint, 4, bytes));
                bytes[BLOCK - 1]++;
                bytes[3 * BLOCK]++;
                bytes[5 * BLOCK - 1]++;
                assertEquals(3 * BLOCK, sends(armci, checkpoint, 5, bytes));
                bytes[BLOCKS * BLOCK]++;
                assertEquals(3 * BLOCK + REST, sends(armci, checkpoint, 6, bytes));
                assertEquals(REST, sends(armci, checkpoint, 7, bytes));
                armci.barrier();
              }
            });
  }

  /** Saves; returns how many bytes went to the partner, and checks all of them there. */
  private static long sends(Armci armci, PartnerCheckpoint checkpoint, long step, byte[] bytes) {
    long before = checkpoint.sentBytes();
    checkpoint.save(step, MemorySegment.ofArray(bytes));
    checkpoint.awaitCopy();
    assertEquals(OptionalLong.of(step), checkpoint.newest(armci.world()));
    int last = armci.size() - 1;
    if (armci.rank() < last) {
      try (Group left = armci.world().create(IntStream.range(0, last).toArray())) {
        byte[] there = new byte[bytes.length];
        checkpoint.read(left, step, last, MemorySegment.ofArray(there));
        assertArrayEquals(bytes, there);
      }
    }
    return checkpoint.sentBytes() - before;
  }

  @ParameterizedTest
  @CsvSource({"local, 3"})
  void aSaveThatNotAllHaveMadeIsNone(String transport, int ranks) {
    NetworkJobs.threads(transport, ranks)
        .run(
            armci -> {
              PartnerCheckpoint checkpoint =
                  PartnerCheckpoint.open(armci, armci.world(), sizeOf(armci.rank()));
              if (armci.rank() != 1) {
                save(checkpoint, 3, armci.rank());
                checkpoint.awaitCopy();
              }
              assertEquals(OptionalLong.empty(), checkpoint.newest(armci.world()));
              checkpoint.close();
            });
  }

  @ParameterizedTest
  @CsvSource({"local, 2"})
  void mistakesAreNamed(String transport, int ranks) {
    NetworkJobs.threads(transport, ranks)
        .run(
            armci -> {
              Group world = armci.world();
              int me = armci.rank();
              PartnerCheckpoint checkpoint = PartnerCheckpoint.open(armci, world, sizeOf(me));
              save(checkpoint, 3, me);
              refused(() -> save(checkpoint, 3, me), "step 3 follows 3");
              MemorySegment longer = MemorySegment.ofArray(new byte[sizeOf(me) + 1]);
              refused(() -> checkpoint.save(4, longer), "not " + (sizeOf(me) + 1));
              refused(() -> checkpoint.sizeBytes(2), "members are 0 to 1");
              refused(() -> checkpoint.read(world, 3, -1, longer), "members are 0 to 1");
              world.barrier();
              MemorySegment zero = MemorySegment.ofArray(new byte[sizeOf(0)]);
              refused(() -> checkpoint.read(world, 2, 0, zero), "are not there any more");
              world.barrier();
              checkpoint.close();
              refused(() -> checkpoint.newest(world), "is closed");
              refused(
                  () -> PartnerCheckpoint.open(armci, world, me == 1 ? -1 : 8),
                  "cannot keep -1 bytes");
            });
  }

  private static void refused(Executable call, String words) {
    ArmciException refusal = assertThrows(ArmciException.class, call);
    assertTrue(refusal.getMessage().contains(words), refusal::getMessage);
  }
}
