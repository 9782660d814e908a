package org.armci4j.strided;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE_UNALIGNED;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.BiConsumer;
import org.armci4j.Accumulation;
import org.armci4j.Armci;
import org.armci4j.ArmciException;
import org.armci4j.ArmciSettings;
import org.armci4j.GlobalMemory;
import org.armci4j.testkit.RankThreads;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Random shapes between two ranks, compared byte by byte with what they mean. */
class ShapesAgainstModelTest {
  private static final int TIMES = 1500;
  private static final int MOST_BYTES = 1 << 17;
  private static final long GUARD_BYTES = 24;

  /** What a check has at hand: memory of the other rank, of which nobody else writes anything. */
  private record Bench(Armci armci, Strided strided, GlobalMemory memory, Arena arena) {
    int target() {
      return 1 - armci.rank();
    }

    /** The target's block with new random bytes, as a copy. */
    MemorySegment refill(SplittableRandom random, long sizeBytes) {
      MemorySegment bytes = Model.random(random, sizeBytes);
      armci.put(bytes, memory, target(), 0);
      return bytes;
    }

    void assertBlock(MemorySegment expected, Object what) {
      MemorySegment seen = MemorySegment.ofArray(new byte[(int) expected.byteSize()]);
      armci.get(memory, target(), 0, seen);
      assertSame(expected, seen, what);
    }
  }

  private static void assertSame(MemorySegment expected, MemorySegment seen, Object what) {
    assertEquals(-1, expected.mismatch(seen), () -> what + ": first byte that differs");
  }

  private static void onTwoRanks(String transport, BiConsumer<Bench, SplittableRandom> check) {
    RankThreads.of(2)
        .over(transport)
        .with(ArmciSettings.CHECK_OVERLAP, true)
        .run(
            armci -> {
              GlobalMemory memory = armci.allocate(MOST_BYTES);
              Strided strided = Strided.of(armci);
              Seeds.forEach(
                  TIMES,
                  random -> {
                    try (Arena arena = Arena.ofConfined()) {
                      check.accept(new Bench(armci, strided, memory, arena), random);
                    }
                  });
            });
  }

  @ParameterizedTest
  @ValueSource(strings = {"local", "shm"})
  void stridedPut(String transport) {
    onTwoRanks(
        transport,
        (bench, random) -> {
          long[] counts = RandomShapes.counts(random);
          Section local = RandomShapes.section(random, counts, random.nextLong(9), 1);
          if (random.nextInt(8) == 0) {
            local = Section.of(local.offset(), new long[counts.length - 1], counts);
          }
          Section remote = RandomShapes.section(random, counts, random.nextLong(9), 1);
          if (RandomShapes.end(remote) + GUARD_BYTES > MOST_BYTES) {
            return;
          }
          long localBytes = Math.max(0, RandomShapes.end(local)) + GUARD_BYTES;
          MemorySegment source = RandomShapes.memory(random, bench.arena, localBytes);
          long remoteBytes = RandomShapes.end(remote) + GUARD_BYTES;
          MemorySegment expected = bench.refill(random, remoteBytes);
          bench.strided.put(source, local, bench.memory, bench.target(), remote);
          Model.copy(source, local, expected, remote);
          bench.assertBlock(expected, local + " to " + remote);
        });
  }

  @ParameterizedTest
  @ValueSource(strings = {"local", "shm"})
  void stridedGet(String transport) {
    onTwoRanks(
        transport,
        (bench, random) -> {
          long[] counts = RandomShapes.counts(random);
          Section local = RandomShapes.section(random, counts, random.nextLong(9), 1);
          Section remote = RandomShapes.section(random, counts, random.nextLong(9), 1);
          long remoteBytes = RandomShapes.end(remote) + GUARD_BYTES;
          long localBytes = RandomShapes.end(local) + GUARD_BYTES;
          if (remoteBytes > MOST_BYTES || localBytes > MOST_BYTES) {
            return;
          }
          MemorySegment block = bench.refill(random, remoteBytes);
          MemorySegment seen = RandomShapes.memory(random, bench.arena, localBytes);
          MemorySegment expected = bench.arena.allocate(seen.byteSize()).copyFrom(seen);
          bench.strided.get(bench.memory, bench.target(), remote, seen, local);
          Model.copy(block, remote, expected, local);
          assertSame(expected, seen, remote + " to " + local);
          bench.assertBlock(block, "what was read");
        });
  }

  @ParameterizedTest
  @ValueSource(strings = {"local", "shm"})
  void stridedAccumulate(String transport) {
    onTwoRanks(
        transport,
        (bench, random) -> {
          long[] counts = RandomShapes.counts(random);
          counts[0] = 8 * (1 + random.nextLong(12));
          Section local = RandomShapes.section(random, counts, random.nextLong(9), 8);
          Section remote = RandomShapes.section(random, counts, random.nextLong(9), 8);
          long remoteBytes = RandomShapes.end(remote) + GUARD_BYTES;
          if (remoteBytes > MOST_BYTES) {
            return;
          }
          MemorySegment source =
              RandomShapes.memory(random, bench.arena, RandomShapes.end(local) + GUARD_BYTES);
          MemorySegment expected = MemorySegment.ofArray(new byte[(int) remoteBytes]);
          long[] from = Model.rows(local);
          long[] to = Model.rows(remote);
          for (int row = 0; row < from.length; row++) {
            for (long i = 0; i < counts[0]; i += 8) {
              source.set(JAVA_DOUBLE_UNALIGNED, from[row] + i, random.nextInt(1000));
              double value = 3 * source.get(JAVA_DOUBLE_UNALIGNED, from[row] + i);
              expected.set(JAVA_DOUBLE_UNALIGNED, to[row] + i, value);
            }
          }
          bench.armci.put(
              MemorySegment.ofArray(new byte[(int) remoteBytes]), bench.memory, bench.target(), 0);
          Accumulation tripled = Accumulation.ofDouble(3);
          bench.strided.accumulate(tripled, source, local, bench.memory, bench.target(), remote);
          bench.assertBlock(expected, local + " added to " + remote);
        });
  }

  @ParameterizedTest
  @ValueSource(strings = {"local", "shm"})
  void vectors(String transport) {
    onTwoRanks(
        transport,
        (bench, random) -> {
          int segments = random.nextInt(60);
          long[] local = new long[segments];
          long[] remote = new long[segments];
          long[] sizes = new long[segments];
          long uniform = random.nextBoolean() ? 0 : 1 + random.nextLong(20);
          layOut(random, uniform, local, remote, sizes);
          shuffle(random, local, remote, sizes);
          MemorySegment source = RandomShapes.memory(random, bench.arena, 1 << 13);
          MemorySegment block = bench.refill(random, 1 << 13);
          TransferPlan plan =
              uniform > 0
                  ? TransferPlan.ofSegments(local, remote, uniform)
                  : TransferPlan.ofSegments(local, remote, sizes);
          long base = random.nextLong(16);
          bench.strided.put(source, base, bench.memory, bench.target(), 2 * base, plan);
          for (int i = 0; i < segments; i++) {
            MemorySegment.copy(source, base + local[i], block, 2 * base + remote[i], sizes[i]);
          }
          bench.assertBlock(block, plan);

          MemorySegment seen = RandomShapes.memory(random, bench.arena, 1 << 13);
          MemorySegment expected = bench.arena.allocate(seen.byteSize()).copyFrom(seen);
          bench.strided.get(bench.memory, bench.target(), 2 * base, seen, base, plan);
          for (int i = 0; i < segments; i++) {
            MemorySegment.copy(block, 2 * base + remote[i], expected, base + local[i], sizes[i]);
          }
          assertSame(expected, seen, plan);
        });
  }

  /** Disjoint segments, some adjacent on one side or both. */
  private static void layOut(
      SplittableRandom random, long uniform, long[] local, long[] remote, long[] sizes) {
    long localEnd = 0;
    long remoteEnd = 0;
    for (int i = 0; i < sizes.length; i++) {
      sizes[i] = uniform > 0 ? uniform : random.nextLong(40);
      local[i] = localEnd + (random.nextBoolean() ? 0 : random.nextLong(30));
      remote[i] = remoteEnd + (random.nextBoolean() ? 0 : random.nextLong(30));
      localEnd = local[i] + sizes[i];
      remoteEnd = remote[i] + sizes[i];
    }
  }

  private static void shuffle(SplittableRandom random, long[]... columns) {
    int swaps = random.nextBoolean() ? 0 : columns[0].length;
    for (int i = swaps - 1; i > 0; i--) {
      int other = random.nextInt(i + 1);
      for (long[] column : columns) {
        long kept = column[i];
        column[i] = column[other];
        column[other] = kept;
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3})
  void overlapsAreFound(int levels) {
    int[] found = new int[2];
    Seeds.forEach(
        TIMES,
        random -> {
          long[] counts = new long[levels + 1];
          long[] strides = new long[levels];
          counts[0] = 1 + random.nextLong(6);
          for (int level = 0; level < levels; level++) {
            counts[level + 1] = 1 + random.nextLong(5);
            strides[level] = random.nextLong(40) - 8;
          }
          Section section = Section.of(40L * levels, strides, counts);
          TransferPlan plan = TransferPlan.of(section.packed(0), section);
          boolean overlaps = Model.overlaps(section, 1000);
          found[overlaps ? 1 : 0]++;
          assertEquals(
              overlaps, isRefused(() -> plan.requireDisjointRemote("put")), section::toString);
          TransferPlan turned = TransferPlan.of(section, section.packed(0));
          assertEquals(overlaps, isRefused(() -> turned.requireDisjointLocal("get")));
        });
    if (levels > 0 && Long.getLong("strided.seed") == null) {
      assertEquals(
          true, found[0] > 50 && found[1] > 50, "both cases occur: " + Arrays.toString(found));
    }
  }

  private static boolean isRefused(Runnable call) {
    try {
      call.run();
      return false;
    } catch (ArmciException e) {
      return true;
    }
  }
}
