package org.armci4j.collectives;

import static org.armci4j.lab.contracts.CallRefusals.refused;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.function.IntFunction;
import org.armci4j.error.ArmciException;
import org.armci4j.testkit.harness.RankThreads;
import org.junit.jupiter.api.Test;

/** Checks that calls which do not fit together give an error on every rank that names all calls. */
class MismatchTest {
  private static final int RANKS = 3;
  private static final long LIMIT_NANOS = Duration.ofSeconds(20).toNanos();

  /** Makes one rank's call. */
  private interface Call {
    void on(Collectives collectives);
  }

  /**
   * Requires an error with these words on every rank, in time, and that the next good call works.
   */
  private static void refuses(IntFunction<Call> calls, String... words) {
    CollectiveRanks.run(
        RankThreads.of(RANKS).with(CollectivesSettings.CHECK, true),
        (armci, collectives) -> {
          collectives.barrier();
          long startNanos = System.nanoTime();
          ArmciException error =
              assertThrows(ArmciException.class, () -> calls.apply(armci.rank()).on(collectives));
          long tookNanos = System.nanoTime() - startNanos;
          for (String word : words) {
            assertTrue(error.getMessage().contains(word), error.getMessage());
          }
          assertTrue(tookNanos < LIMIT_NANOS, "took " + tookNanos + " ns");
          assertTrue(collectives.allreduce(1L, Reduction.SUM) == RANKS);
        });
  }

  @Test
  void collectives() {
    refuses(
        rank -> rank == 1 ? Collectives::barrier : c -> c.broadcast(Elements.of(new long[3]), 0),
        "rank 0 2 called broadcast(3 long, root 0)",
        "rank 1 called barrier");
  }

  @Test
  void roots() {
    refuses(
        rank -> c -> c.broadcast(Elements.of(new int[2]), rank == 2 ? 1 : 0),
        "rank 0 1 called broadcast(2 int, root 0)",
        "rank 2 called broadcast(2 int, root 1)");
  }

  @Test
  void sizes() {
    refuses(
        rank -> c -> c.allreduce(new double[4 + rank], Reduction.SUM),
        "rank 0 called allreduce(4 double, sum)",
        "rank 1 called allreduce(5 double, sum)",
        "rank 2 called allreduce(6 double, sum)");
  }

  @Test
  void types() {
    refuses(
        rank ->
            c ->
                c.allreduce(
                    rank == 0 ? Elements.of(new long[1]) : Elements.of(new double[1]),
                    Reduction.MAX),
        "rank 0 called allreduce(1 long, max)",
        "rank 1 2 called allreduce(1 double, max)");
  }

  @Test
  void reductions() {
    refuses(
        rank -> c -> c.allreduce(new long[1], rank == 0 ? Reduction.MIN : Reduction.SUM),
        "rank 0 called allreduce(1 long, min)",
        "rank 1 2 called allreduce(1 long, sum)");
  }

  @Test
  void algorithms() {
    refuses(
        rank ->
            c ->
                (rank == 0 ? c.using(Operation.ALLREDUCE, "ring") : c)
                    .allreduce(new long[1], Reduction.SUM),
        "rank 0 called allreduce(1 long, sum) by ring");
  }

  @Test
  void partsOfAlltoall() {
    refuses(
        rank ->
            c -> {
              long[] ones = {1, 1, 1};
              long[] first = {0, 1, 2};
              long[] more = {1, rank == 0 ? 2 : 1, 1};
              long[] apart = {0, 2, 5};
              c.alltoallv(
                  Elements.of(new int[9]), more, apart, Elements.of(new int[3]), ones, first);
            },
        "rank 0 gives rank 1 2 elements, which expects 1");
  }

  @Test
  void partsOfGather() {
    refuses(
        rank ->
            c -> {
              Elements source = Elements.of(new int[rank == 2 ? 4 : 1]);
              c.gatherv(
                  source, Elements.of(new int[3]), new long[] {1, 1, 1}, new long[] {0, 1, 2}, 0);
            },
        "rank 2 gives rank 0 4 elements, which expects 1");
  }

  @Test
  void argumentsOfOneRank() {
    CollectiveRanks.run(
        RankThreads.of(1),
        (armci, collectives) -> {
          Elements three = Elements.of(new long[3]);
          Elements two = Elements.of(new long[2]);
          Elements ints = Elements.of(new int[3]);
          refused("no root 1", () -> collectives.broadcast(three, 1));
          refused("needs 3", () -> collectives.allreduce(three, two, Reduction.SUM));
          refused("type INT", () -> collectives.allreduce(three, ints, Reduction.SUM));
          refused(
              "does not take elements of type DOUBLE",
              () -> collectives.allreduce(new double[1], Reduction.BITWISE_AND));
          refused("there are", () -> collectives.using(Operation.ALLREDUCE, "magic"));
          refused("not inside", () -> Elements.of(three.segment(), 8, 3, ElementType.LONG));
        });
  }
}
