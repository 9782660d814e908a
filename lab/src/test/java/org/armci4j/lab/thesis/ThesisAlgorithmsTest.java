package org.armci4j.lab.thesis;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import org.armci4j.Armci;
import org.armci4j.GlobalMemory;
import org.armci4j.collectives.ElementType;
import org.armci4j.collectives.Elements;
import org.armci4j.collectives.Operation;
import org.armci4j.collectives.Reduction;
import org.armci4j.collectives.algorithm.Algorithm;
import org.armci4j.collectives.algorithm.Shape;
import org.armci4j.collectives.schedule.Channels;
import org.armci4j.collectives.schedule.Execution;
import org.armci4j.collectives.schedule.Schedule;
import org.armci4j.collectives.selection.Catalogue;
import org.armci4j.testkit.harness.RankThreads;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The algorithms that are the lab's alone do what they should. */
class ThesisAlgorithmsTest {
  private static final List<Algorithm> OWN =
      ThesisAlgorithms.ALL.subList(Catalogue.ALL.size(), ThesisAlgorithms.ALL.size());

  private static final int[] COUNTS = {1, 7, 255, 2100};
  private static final int ROUNDS = 20;

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 9, 16})
  void areRight(int ranks) {
    assertEquals(5, OWN.size());
    RankThreads.of(ranks)
        .run(
            armci -> {
              try (Channels channels = new Channels(armci, armci.world());
                  Execution execution = new Execution(armci, armci.world(), channels)) {
                for (Algorithm algorithm : OWN) {
                  if (algorithm.operation() == Operation.BARRIER) {
                    separates(armci, execution, algorithm);
                  } else {
                    sums(armci, execution, algorithm);
                  }
                }
                armci.barrier();
              }
            });
  }

  /** Every rank's operands are different, so that one that is missing or twice there shows. */
  private static void sums(Armci armci, Execution execution, Algorithm algorithm) {
    for (int count : COUNTS) {
      long[] source = new long[count];
      long[] expected = new long[count];
      for (int i = 0; i < count; i++) {
        source[i] = (i + 1L) << (2 * armci.rank());
        for (int rank = 0; rank < armci.size(); rank++) {
          expected[i] += (i + 1L) << (2 * rank);
        }
      }
      try (Arena arena = Arena.ofShared()) {
        Elements result = Elements.of(arena.allocate(8L * count, Long.BYTES), ElementType.LONG);
        MemorySegment operands = arena.allocateFrom(ValueLayout.JAVA_LONG, source);
        run(armci, execution, algorithm, Elements.of(operands, ElementType.LONG), result, arena);
        assertArrayEquals(
            expected, result.segment().toArray(ValueLayout.JAVA_LONG), algorithm.name());
      }
    }
  }

  /** Before it returns on any rank, all have come. */
  private static void separates(Armci armci, Execution execution, Algorithm algorithm) {
    GlobalMemory arrivals = armci.allocate(Long.BYTES);
    try (Arena arena = Arena.ofShared()) {
      Elements nothing = Elements.of(arena.allocate(Long.BYTES, Long.BYTES), ElementType.LONG);
      for (int round = 1; round <= ROUNDS; round++) {
        armci.longAtomics().fetchAndAdd(arrivals, 0, 0, 1);
        run(armci, execution, algorithm, nothing, nothing, arena);
        long arrived = armci.longAtomics().fetchAndAdd(arrivals, 0, 0, 0);
        assertTrue(arrived >= (long) round * armci.size(), arrived + " in " + round);
      }
    }
    armci.free(arrivals);
  }

  private static void run(
      Armci armci,
      Execution execution,
      Algorithm algorithm,
      Elements source,
      Elements destination,
      Arena arena) {
    long count = algorithm.operation() == Operation.BARRIER ? 0 : source.count();
    Shape shape =
        new Shape(algorithm.operation(), armci.rank(), armci.size(), 0, count, Long.BYTES);
    Schedule schedule = algorithm.builder().apply(shape);
    MemorySegment work = arena.allocate(Math.max(Long.BYTES, schedule.workBytes()), Long.BYTES);
    execution.start(schedule, source, destination, work, Reduction.SUM.combiner(ElementType.LONG));
    execution.await();
  }
}
