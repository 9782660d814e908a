package org.armci4j.testkit.conformance.program;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE_UNALIGNED;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.SplittableRandom;
import org.armci4j.Accumulation;
import org.armci4j.GlobalMemory;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.strided.Section;
import org.armci4j.testkit.conformance.shape.RandomShapes;
import org.armci4j.testkit.conformance.shape.RandomVector;
import org.armci4j.testkit.conformance.shape.StridedModel;
import org.armci4j.testkit.conformance.trial.Trial;

/**
 * Puts, gets and adds random sections and lists of segments, to and from the right neighbour and
 * memory of all kinds, and compares each byte with a model.
 *
 * <p>Case i of a run with seed s is the only case of a run with seed s + i and scale 0; a
 * difference names that seed.
 */
final class ShapesAgainstModel {
  private static final int CASES = 1500;
  private static final int MOST_BYTES = 1 << 17;
  private static final long GUARD_BYTES = 24;

  private ShapesAgainstModel() {}

  static void run(Trial trial) {
    GlobalMemory memory = trial.armci().allocate(MOST_BYTES);
    for (int i = 0; i < trial.times(CASES); i++) {
      long seed = trial.seed() + i;
      for (Check check : List.<Check>of(Case::put, Case::get, Case::accumulate, Case::vectors)) {
        SplittableRandom random = new SplittableRandom(seed * 31 + trial.rank());
        try (Arena arena = Arena.ofConfined()) {
          check.run(new Case(trial, memory, arena, random, seed));
        }
      }
    }
    trial.armci().barrier();
    trial.armci().free(memory);
  }

  private interface Check {
    void run(Case one);
  }

  private record Case(
      Trial trial, GlobalMemory memory, Arena arena, SplittableRandom random, long seed) {
    private void same(MemorySegment expected, MemorySegment seen, String operation, Object what) {
      trial.requireSame(
          expected,
          seen,
          () ->
              Text.format("%s: %s; to repeat: shapes --seed %d --scale 0", operation, what, seed));
    }

    /** Fills the block with new random bytes and returns a copy of them. */
    private MemorySegment refill(long sizeBytes) {
      MemorySegment bytes = StridedModel.random(random, sizeBytes);
      trial.armci().put(bytes, memory, trial.right(), 0);
      return bytes;
    }

    private void sameBlock(MemorySegment expected, String operation, Object what) {
      MemorySegment seen = StridedModel.zeros(expected.byteSize());
      trial.armci().get(memory, trial.right(), 0, seen);
      same(expected, seen, operation + ", the block", what);
    }

    private Section section(long[] counts, long unitBytes) {
      return RandomShapes.section(random, counts, random.nextLong(9), unitBytes);
    }

    void put() {
      long[] counts = RandomShapes.counts(random);
      Section local = section(counts, 1);
      if (random.nextInt(8) == 0) {
        local = Section.of(local.offset(), new long[counts.length - 1], counts); // strides of zero
      }
      Section remote = section(counts, 1);
      long remoteBytes = RandomShapes.end(remote) + GUARD_BYTES;
      if (remoteBytes > MOST_BYTES) {
        return;
      }
      long localBytes = Math.max(0, RandomShapes.end(local)) + GUARD_BYTES;
      MemorySegment source = RandomShapes.memory(random, arena, localBytes);
      MemorySegment expected = refill(remoteBytes);
      trial.transfers().put(source, local, memory, trial.right(), remote);
      trial.transfers().complete();
      StridedModel.copy(source, local, expected, remote);
      sameBlock(expected, "put", local + " to " + remote);
    }

    void get() {
      long[] counts = RandomShapes.counts(random);
      Section local = section(counts, 1);
      Section remote = section(counts, 1);
      long remoteBytes = RandomShapes.end(remote) + GUARD_BYTES;
      long localBytes = RandomShapes.end(local) + GUARD_BYTES;
      if (remoteBytes > MOST_BYTES || localBytes > MOST_BYTES) {
        return;
      }
      MemorySegment block = refill(remoteBytes);
      MemorySegment seen = RandomShapes.memory(random, arena, localBytes);
      MemorySegment expected = StridedModel.copyOf(seen);
      trial.transfers().get(memory, trial.right(), remote, seen, local);
      trial.transfers().complete();
      StridedModel.copy(block, remote, expected, local);
      same(expected, seen, "get", remote + " to " + local);
      sameBlock(block, "get", "it was only read");
    }

    void accumulate() {
      long[] counts = RandomShapes.counts(random);
      counts[0] = 8 * (1 + random.nextLong(12));
      Section local = section(counts, 8);
      Section remote = section(counts, 8);
      long remoteBytes = RandomShapes.end(remote) + GUARD_BYTES;
      if (remoteBytes > MOST_BYTES) {
        return;
      }
      long localBytes = RandomShapes.end(local) + GUARD_BYTES;
      MemorySegment source = RandomShapes.memory(random, arena, localBytes);
      MemorySegment expected = StridedModel.zeros(remoteBytes);
      long[] from = StridedModel.rows(local);
      long[] to = StridedModel.rows(remote);
      for (int row = 0; row < from.length; row++) {
        for (long i = 0; i < counts[0]; i += 8) {
          double value = random.nextInt(1000);
          source.set(JAVA_DOUBLE_UNALIGNED, from[row] + i, value);
          expected.set(JAVA_DOUBLE_UNALIGNED, to[row] + i, 3 * value);
        }
      }
      trial.armci().put(StridedModel.zeros(remoteBytes), memory, trial.right(), 0);
      Accumulation tripled = Accumulation.ofDouble(3);
      trial.transfers().accumulate(tripled, source, local, memory, trial.right(), remote);
      trial.transfers().complete();
      sameBlock(expected, "accumulate", local + " added to " + remote);
    }

    void vectors() {
      RandomVector vector = RandomVector.draw(random);
      MemorySegment source = RandomShapes.memory(random, arena, RandomVector.MOST_BYTES);
      MemorySegment block = refill(RandomVector.MOST_BYTES);
      long base = random.nextLong(16);
      trial.transfers().put(source, base, memory, trial.right(), 2 * base, vector.plan());
      trial.transfers().complete();
      vector.forEach(
          (local, remote, size) ->
              MemorySegment.copy(source, base + local, block, 2 * base + remote, size));
      sameBlock(block, "put of a vector", vector.plan());

      MemorySegment seen = RandomShapes.memory(random, arena, RandomVector.MOST_BYTES);
      MemorySegment expected = StridedModel.copyOf(seen);
      trial.transfers().get(memory, trial.right(), 2 * base, seen, base, vector.plan());
      trial.transfers().complete();
      vector.forEach(
          (local, remote, size) ->
              MemorySegment.copy(block, 2 * base + remote, expected, base + local, size));
      same(expected, seen, "get of a vector", vector.plan());
    }
  }
}
