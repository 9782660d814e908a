package org.armci4j.collectives.schedule;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.armci4j.Armci;
import org.armci4j.GlobalMemory;
import org.armci4j.collectives.ElementType;
import org.armci4j.collectives.Elements;
import org.armci4j.collectives.Operation;
import org.armci4j.collectives.algorithm.Algorithm;
import org.armci4j.collectives.algorithm.Shape;
import org.armci4j.collectives.selection.Catalogue;
import org.armci4j.testkit.harness.RankThreads;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks counters that pass 31, 32 and 63 bits, and zero. */
class CountersTest {
  private static final int RANKS = 4;
  private static final int ROUNDS = 4;
  private static final int ONE_WAY_CALLS = 1000;
  private static final long[] SIZES = {8, 1000, 150_000};

  @ParameterizedTest
  @ValueSource(longs = {(1L << 31) - 5, (1L << 32) - 5, Long.MAX_VALUE - 4, -5})
  void passTheirLimits(long first) {
    RankThreads.of(RANKS).run(armci -> callAll(armci, first));
  }

  /** Runs a root that hears only of released pieces, for more calls than any ring has slots. */
  @Test
  void oneWayCallsOutlastTheRings() {
    Algorithm flat = Catalogue.find(Operation.BROADCAST, "flat");
    RankThreads.of(2)
        .run(
            armci -> {
              GlobalMemory memory = armci.allocate(Long.BYTES);
              try (Channels channels = new Channels(armci, armci.world())) {
                Execution execution = new Execution(armci, armci.world(), channels);
                for (int call = 1; call <= ONE_WAY_CALLS; call++) {
                  Elements data = Elements.of(memory, 0, Long.BYTES, ElementType.BYTE);
                  if (armci.rank() == 0) {
                    memory.local().set(ValueLayout.JAVA_LONG, 0, call);
                  }
                  Shape shape = new Shape(Operation.BROADCAST, armci.rank(), 2, 0, Long.BYTES, 1);
                  execution.start(
                      flat.builder().apply(shape), data, data, MemorySegment.NULL, null);
                  execution.await();
                  assertEquals(call, memory.local().get(ValueLayout.JAVA_LONG, 0));
                }
              }
              armci.free(memory);
            });
  }

  private static void callAll(Armci armci, long first) {
    GlobalMemory memory = armci.allocate(2 * RANKS * SIZES[SIZES.length - 1]);
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment work = arena.allocate(4 * RANKS * SIZES[SIZES.length - 1]);
      for (Algorithm algorithm : Catalogue.ALL) {
        if (algorithm.operation() == Operation.BROADCAST
            || algorithm.operation() == Operation.ALLGATHER) {
          try (Channels channels = new Channels(armci, armci.world(), first)) {
            Execution execution = new Execution(armci, armci.world(), channels);
            for (int round = 0; round < ROUNDS * SIZES.length; round++) {
              long bytes = SIZES[round % SIZES.length];
              call(armci, execution, algorithm, bytes, memory, work, round);
            }
          }
        }
      }
    }
    armci.free(memory);
  }

  private static void call(
      Armci armci,
      Execution execution,
      Algorithm algorithm,
      long bytes,
      GlobalMemory memory,
      MemorySegment work,
      int round) {
    boolean broadcast = algorithm.operation() == Operation.BROADCAST;
    int root = round % RANKS;
    Shape shape =
        new Shape(algorithm.operation(), armci.rank(), RANKS, broadcast ? root : 0, bytes, 1);
    long parts = broadcast ? 1 : RANKS;
    long end = RANKS * bytes;
    Elements source = Elements.of(memory, end, bytes, ElementType.BYTE);
    Elements destination = Elements.of(memory, 0, parts * bytes, ElementType.BYTE);
    fill(memory.local(), end, bytes, armci.rank(), round);
    fill(memory.local(), 0, bytes, armci.rank(), round);
    execution.start(
        algorithm.builder().apply(shape),
        broadcast ? destination : source,
        destination,
        work,
        null);
    execution.await();
    for (int part = 0; part < parts; part++) {
      int rank = broadcast ? root : part;
      for (long at = 0; at < bytes; at++) {
        byte seen = memory.local().get(ValueLayout.JAVA_BYTE, part * bytes + at);
        if (seen != value(rank, round, at)) {
          assertEquals(value(rank, round, at), seen, algorithm + ", byte " + at);
        }
      }
    }
  }

  private static void fill(MemorySegment memory, long offset, long bytes, int rank, int round) {
    for (long at = 0; at < bytes; at++) {
      memory.set(ValueLayout.JAVA_BYTE, offset + at, value(rank, round, at));
    }
  }

  private static byte value(int rank, int round, long at) {
    return (byte) (31 * rank + 7 * round + at + (at >> 8));
  }
}
