package org.armci4j.collectives.direct;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.armci4j.collectives.Operation;
import org.armci4j.collectives.algorithm.Shape;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Where each of the direct forms begins to serve, with ranks that share cores and without. */
class DirectChoiceTest {
  private static Shape shape(Operation operation, int ranks, long bytes) {
    return new Shape(operation, 0, ranks, 0, bytes / 8, 8);
  }

  private static boolean isAtOnce(boolean crowded, Operation operation, int ranks, long bytes) {
    return new DirectChoice(ranks, crowded).isAtOnce(shape(operation, ranks, bytes));
  }

  @ParameterizedTest
  @CsvSource({
    "ALLREDUCE, 2, false, 131072",
    "ALLREDUCE, 4, true, 131072",
    "ALLREDUCE, 4, false, 2048",
    "ALLREDUCE, 8, false, 512",
    "ALLREDUCE, 16, false, 128",
    "REDUCE, 4, false, 16384",
    "REDUCE, 16, false, 1024"
  })
  void fewRanksCombineLongerOnesAtOnce(
      Operation operation, int ranks, boolean crowded, long atMost) {
    assertTrue(isAtOnce(crowded, operation, ranks, atMost));
    assertFalse(isAtOnce(crowded, operation, ranks, atMost + 8));
  }

  @ParameterizedTest
  @CsvSource({"2, false", "4, true"})
  void oneRootReadsAllWhereNoCoreIsIdle(int ranks, boolean crowded) {
    assertTrue(isAtOnce(crowded, Operation.REDUCE, ranks, 1L << 30));
  }

  @ParameterizedTest
  @CsvSource({
    "BROADCAST, 2, false, 131072",
    "BROADCAST, 4, true, 262144",
    "ALLGATHER, 4, false, 131072",
    "ALLTOALL, 4, false, 32768",
    "REDUCE_SCATTER, 8, false, 16384"
  })
  void buffersAreLookedForFromALengthOn(
      Operation operation, int ranks, boolean crowded, long atLeast) {
    DirectChoice choice = new DirectChoice(ranks, crowded);
    assertTrue(choice.looksForBuffers(shape(operation, ranks, atLeast)));
    assertFalse(choice.looksForBuffers(shape(operation, ranks, atLeast - 8)));
    assertFalse(new DirectChoice(1, false).looksForBuffers(shape(operation, 1, atLeast)));
  }

  @Test
  void aLongReduceOfRanksThatShareCoresIsSharedOutWhereBuffersAreFound() {
    Shape at = shape(Operation.REDUCE, 4, 512 * 1024);
    Shape above = shape(Operation.REDUCE, 4, 512 * 1024 + 8);
    assertFalse(new DirectChoice(4, true).looksForBuffers(at));
    assertTrue(new DirectChoice(4, true).looksForBuffers(above));
    assertFalse(new DirectChoice(2, false).looksForBuffers(above));
  }

  @Test
  void ranksThatWouldHinderEachOtherDoNotReadByTheKernel() {
    assertFalse(isForKernel(Operation.BROADCAST, 4, false, 1 << 20));
    assertTrue(isForKernel(Operation.BROADCAST, 4, true, 1 << 20));
    assertTrue(isForKernel(Operation.BROADCAST, 2, false, 1 << 20));
    assertTrue(isForKernel(Operation.ALLTOALL, 16, false, 1 << 20));
    assertEquals(1 << 20, firstAllreduceForKernel(8));
    assertEquals(1 << 18, firstAllreduceForKernel(16));
  }

  private static boolean isForKernel(Operation operation, int ranks, boolean crowded, long bytes) {
    return new DirectChoice(ranks, crowded).isForKernel(shape(operation, ranks, bytes));
  }

  private static long firstAllreduceForKernel(int ranks) {
    long bytes = 8;
    while (!isForKernel(Operation.ALLREDUCE, ranks, false, bytes)) {
      bytes *= 2;
    }
    return bytes;
  }
}
