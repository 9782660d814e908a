package org.armci4j.collectives;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.time.Duration;
import java.util.List;
import org.armci4j.Armci;
import org.armci4j.collectives.OneCall.Where;
import org.armci4j.testkit.RankThreads;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The lines of the conformance list that need collectives: roots, and sizes. */
class ConformanceTest {
  private static final int ROUNDS = 1000;

  /** Every collective from every root, five different ones back to back in each round. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 8})
  void roots(int ranks) {
    List<Operation> five =
        List.of(
            Operation.BROADCAST,
            Operation.REDUCE,
            Operation.GATHER,
            Operation.SCATTER,
            Operation.ALLREDUCE);
    RankThreads.of(ranks)
        .run(
            armci -> {
              Collectives collectives = Collectives.of(armci);
              OneCall call = new OneCall(armci, collectives, 4096);
              for (int round = 0; round < ROUNDS; round++) {
                for (Operation operation : five) {
                  int root = (round + five.indexOf(operation)) % ranks;
                  call.check(
                      collectives, operation, Sample.LONGS, 3, root, Where.HEAP, true, round);
                }
              }
            });
  }

  /** Every size from 0 to 4097 bytes, then those around powers of two up to 16 MiB. */
  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void sizes(int ranks) {
    RankThreads.of(ranks).within(Duration.ofMinutes(2)).run(ConformanceTest::sizes);
  }

  private static void sizes(Armci armci) {
    Collectives collectives = Collectives.of(armci);
    long most = (16 << 20) + 1;
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment mine = arena.allocate(most, 8);
      MemorySegment all = arena.allocate(most * armci.size(), 8);
      for (long bytes = 0; bytes <= 4097; bytes++) {
        size(armci, collectives, mine, all, bytes);
      }
      for (long power = 8192; power < most; power *= 4) {
        for (long bytes = power - 1; bytes <= power + 1; bytes++) {
          size(armci, collectives, mine, all, bytes);
        }
      }
    }
  }

  private static byte value(int rank, long salt, long index) {
    return (byte) (31L * rank + 7 * salt + index + (index >> 8));
  }

  private static void size(
      Armci armci, Collectives collectives, MemorySegment mine, MemorySegment all, long bytes) {
    int root = (int) (bytes % armci.size());
    fill(mine, armci.rank(), bytes);
    collectives.allgather(
        Elements.of(mine, 0, bytes, ElementType.BYTE),
        Elements.of(all, 0, armci.size() * bytes, ElementType.BYTE));
    for (int rank = 0; rank < armci.size(); rank++) {
      compare(all, rank * bytes, rank, bytes);
    }
    Elements data = Elements.of(mine, 0, bytes, ElementType.BYTE);
    collectives.broadcast(data, root);
    compare(mine, 0, root, bytes);
    long words = bytes / 8;
    for (long i = 0; i < words; i++) {
      mine.set(ValueLayout.JAVA_LONG, 8 * i, (armci.rank() + 1) * (bytes + i));
    }
    collectives.allreduce(Elements.of(mine, 0, words, ElementType.LONG), Reduction.SUM);
    long factor = armci.size() * (armci.size() + 1L) / 2;
    for (long i = 0; i < words; i++) {
      assertEquals(factor * (bytes + i), mine.get(ValueLayout.JAVA_LONG, 8 * i));
    }
  }

  private static void fill(MemorySegment segment, int rank, long bytes) {
    for (long i = 0; i < bytes; i++) {
      segment.set(ValueLayout.JAVA_BYTE, i, value(rank, bytes, i));
    }
  }

  private static void compare(MemorySegment segment, long at, int rank, long bytes) {
    for (long i = 0; i < bytes; i++) {
      byte expected = value(rank, bytes, i);
      if (segment.get(ValueLayout.JAVA_BYTE, at + i) != expected) {
        assertEquals(expected, segment.get(ValueLayout.JAVA_BYTE, at + i), "byte " + i);
      }
    }
  }
}
