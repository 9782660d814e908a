package org.armci4j.testkit.fake;

import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.Random;
import java.util.stream.LongStream;
import org.armci4j.Accumulation;
import org.armci4j.Armci;
import org.armci4j.Comparison;
import org.armci4j.GlobalMemory;
import org.armci4j.Handle;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.testkit.harness.RankThreads;
import org.armci4j.transport.ListProtocol;
import org.armci4j.transport.SegmentList;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Checks that operations of one rank on another take effect in the order of the calls although
 * transfers go over several paths, each of which knows nothing of the others. The system property
 * {@code fake.seed} repeats a run.
 */
class OrderAcrossPathsTest {
  private static final int BYTES = 4096;
  private static final int WORDS = BYTES / 8;
  private static final int OPERATIONS = 400;
  private static final int SIGNALS = 200;
  private static final int ROUNDS = 40;
  private static final int AHEAD = 20;

  private static RankThreads ranks(int paths, int depth) {
    return FakeJobs.drawing(paths + " paths", 2)
        .with(FakeSettings.DEPTH, depth)
        .with(FakeSettings.LISTS, ListProtocol.ASSISTED)
        .with(FakeSettings.PATHS, paths);
  }

  @ParameterizedTest
  @CsvSource({"1, 64", "2, 64", "5, 2", "8, 64"})
  void everyOperationSeesThoseBefore(int paths, int depth) {
    ranks(paths, depth).run(OrderAcrossPathsTest::mix);
  }

  /** Checks the order while paths fail and come back. */
  @ParameterizedTest
  @CsvSource({"2, 64, 9", "5, 2, 30", "8, 64, 5"})
  void everyOperationSeesThoseBeforeThoughPathsFail(int paths, int depth, int faultEvery) {
    ranks(paths, depth)
        .with(FakeSettings.PATH_FAULT_EVERY, faultEvery)
        .run(OrderAcrossPathsTest::mix);
  }

  private static void mix(Armci armci) {
    GlobalMemory memory = armci.allocate(BYTES);
    GlobalMemory own = armci.allocate(2L * BYTES * AHEAD);
    armci.barrier();
    if (armci.rank() == 0) {
      new Mixture(armci, memory, own.local()).run();
    }
    armci.barrier();
  }

  /** Holds the expected content of rank 1's block, and the operations under way. */
  private static final class Mixture {
    private final Armci armci;
    private final GlobalMemory memory;
    private final MemorySegment buffers;
    private final MemorySegment model = MemorySegment.ofArray(new byte[BYTES]);
    private final Random random = new Random(FakeJobs.SEED);
    private final Queue<Runnable> ends = new ArrayDeque<>();

    Mixture(Armci armci, GlobalMemory memory, MemorySegment buffers) {
      this.armci = armci;
      this.memory = memory;
      this.buffers = buffers;
    }

    void run() {
      for (int i = 0; i < OPERATIONS; i++) {
        int offset = random.nextInt(BYTES - 8) & -8;
        int length = 8 * (1 + random.nextInt((BYTES - offset) / 8));
        MemorySegment buffer = buffers.asSlice(2L * BYTES * (i % AHEAD), length);
        switch (random.nextInt(7)) {
          case 0 -> putWord(offset, random.nextLong());
          case 1 -> accumulate(offset, length);
          case 2, 3 -> put(offset, buffer);
          case 4 -> putRows(offset, buffer);
          default -> get(i, offset, buffer);
        }
        if (ends.size() == AHEAD) {
          ends.remove().run();
        }
      }
      ends.forEach(Runnable::run);
    }

    private void putWord(int offset, long value) {
      armci.putLong(memory, 1, offset, value);
      model.set(JAVA_LONG_UNALIGNED, offset, value);
      ends.add(() -> {});
    }

    private void accumulate(int offset, int length) {
      long[] summands = random.longs(length / 8).toArray();
      armci.accumulate(Accumulation.ofLong(1), MemorySegment.ofArray(summands), memory, 1, offset);
      for (int i = 0; i < summands.length; i++) {
        long at = offset + 8L * i;
        model.set(JAVA_LONG_UNALIGNED, at, model.get(JAVA_LONG_UNALIGNED, at) + summands[i]);
      }
      ends.add(() -> {});
    }

    private void put(int offset, MemorySegment buffer) {
      buffer.copyFrom(MemorySegment.ofArray(random.longs(buffer.byteSize() / 8).toArray()));
      Handle handle = armci.newHandle();
      armci.nbPut(buffer, memory, 1, offset, handle);
      MemorySegment.copy(buffer, 0, model, offset, buffer.byteSize());
      ends.add(handle::await);
    }

    /** Puts every other word of a range, with the assistance of the target's helper thread. */
    private void putRows(int offset, MemorySegment buffer) {
      buffer.copyFrom(MemorySegment.ofArray(random.longs(buffer.byteSize() / 8).toArray()));
      SegmentList list = new SegmentList();
      for (long at = 0; at < buffer.byteSize(); at += 16) {
        list.add(at, at, 8);
        MemorySegment.copy(buffer, at, model, offset + at, 8);
      }
      Handle handle = armci.newHandle();
      armci.lists().put(buffer, 0, memory, 1, offset, list, handle);
      ends.add(handle::await);
    }

    private void get(int number, int offset, MemorySegment buffer) {
      MemorySegment expected =
          MemorySegment.ofArray(new byte[(int) buffer.byteSize()])
              .copyFrom(model.asSlice(offset, buffer.byteSize()));
      Handle handle = armci.newHandle();
      armci.nbGet(memory, 1, offset, buffer, handle);
      ends.add(
          () -> {
            handle.await();
            assertEquals(-1, expected.mismatch(buffer), Text.format("operation %d, byte", number));
          });
    }
  }

  /** Checks that signals, which announce data, arrive after all stripes of the data. */
  @ParameterizedTest
  @CsvSource({"2, false", "5, false", "5, true"})
  void signalsComeBehindTheirData(int paths, boolean together) {
    ranks(paths, 64).run(armci -> signal(armci, together));
  }

  private static void signal(Armci armci, boolean together) {
    GlobalMemory memory = armci.allocate(BYTES + 8);
    GlobalMemory own = armci.allocate(BYTES);
    int other = 1 - armci.rank();
    for (int round = 1; round <= SIGNALS; round++) {
      byte value = (byte) (round ^ armci.rank());
      MemorySegment data = own.local().asSlice(0, 1 + round * 13 % BYTES).fill(value);
      if (together) {
        armci.putSignal(data, memory, other, 0, BYTES, round);
      } else {
        armci.nbPut(data, memory, other, 0, armci.implicit());
        armci.signal(memory, other, BYTES, round);
      }
      armci.waitUntil(memory, BYTES, Comparison.GE, round);
      byte theirs = (byte) (round ^ other);
      MemorySegment expected = MemorySegment.ofArray(new byte[(int) data.byteSize()]).fill(theirs);
      MemorySegment here = memory.local().asSlice(0, data.byteSize());
      assertEquals(-1, here.mismatch(expected), "round " + round + ", byte");
      armci.implicit().await();
      armci.barrier();
    }
  }

  /**
   * Checks that a put over several paths follows operations queued before it at its origin, and
   * precedes those queued after it, and the signal.
   */
  @ParameterizedTest
  @CsvSource({"2, 64", "5, 2"})
  void queuedOperationsKeepTheirPlaces(int paths, int depth) {
    ranks(paths, depth).run(OrderAcrossPathsTest::queueAroundStripes);
  }

  private static void queueAroundStripes(Armci armci) {
    GlobalMemory memory = armci.allocate(BYTES + 8);
    GlobalMemory own = armci.allocate(BYTES);
    MemorySegment zeros = MemorySegment.ofArray(new byte[BYTES]); // on the heap: queued
    MemorySegment ones = MemorySegment.ofArray(LongStream.generate(() -> 1).limit(WORDS).toArray());
    Accumulation sum = Accumulation.ofLong(1);
    int other = 1 - armci.rank();
    for (int round = 1; round <= ROUNDS; round++) {
      fill(own.local(), round);
      armci.nbAccumulate(sum, ones, memory, other, 0, armci.implicit());
      armci.nbPut(zeros, memory, other, 0, armci.implicit());
      armci.nbPut(own.local(), memory, other, 0, armci.implicit());
      armci.nbAccumulate(sum, ones, memory, other, 0, armci.implicit());
      armci.signal(memory, other, BYTES, round);
      armci.waitUntil(memory, BYTES, Comparison.GE, round);
      assertFilled(memory.local(), round + 1);
      armci.implicit().await();
      armci.barrier();
    }
  }

  private static void fill(MemorySegment memory, long value) {
    for (int i = 0; i < WORDS; i++) {
      memory.setAtIndex(JAVA_LONG, i, value);
    }
  }

  private static void assertFilled(MemorySegment memory, long value) {
    for (int i = 0; i < WORDS; i++) {
      assertEquals(value, memory.getAtIndex(JAVA_LONG, i), "word " + i);
    }
  }
}
