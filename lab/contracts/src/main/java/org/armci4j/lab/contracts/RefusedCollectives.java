package org.armci4j.lab.contracts;

import static org.armci4j.lab.contracts.RefusedWaitContract.ROUNDS;
import static org.armci4j.lab.contracts.RefusedWaitContract.holds;
import static org.armci4j.lab.contracts.RefusedWaitContract.isLast;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.armci4j.Armci;
import org.armci4j.GlobalMemory;
import org.armci4j.Handle;
import org.armci4j.collectives.CollectiveCalls;
import org.armci4j.collectives.Collectives;
import org.armci4j.collectives.Elements;
import org.armci4j.collectives.PersistentCollective;
import org.armci4j.collectives.Reduction;

/** Makes attempts of collectives that a short handler tries in vain. */
final class RefusedCollectives {
  private RefusedCollectives() {}

  static RefusedAttempt makingCollectives(Armci armci) {
    return new RefusedAttempt(
        List.of(() -> Collectives.of(armci), () -> Collectives.checked(armci, armci.world())),
        _ -> {
          try (Collectives collectives = Collectives.of(armci)) {
            works(armci, collectives);
          }
        });
  }

  static RefusedAttempt collectives(Armci armci) {
    return collectives(armci, Collectives.of(armci));
  }

  static RefusedAttempt checkedCollectives(Armci armci) {
    return collectives(armci, Collectives.checked(armci, armci.world()));
  }

  private static RefusedAttempt collectives(Armci armci, Collectives collectives) {
    works(armci, collectives);
    int size = armci.size();
    Elements one = Elements.of(new long[1]);
    Elements each = Elements.of(new long[size]);
    Elements other = Elements.of(new long[size]);
    long[] counts = new long[size];
    long[] places = new long[size];
    for (int rank = 0; rank < size; rank++) {
      counts[rank] = 1;
      places[rank] = rank;
    }
    GlobalMemory came = armci.allocate(Long.BYTES);
    return new RefusedAttempt(
        List.of(
            collectives::barrier,
            () -> collectives.broadcast(one, 0),
            () -> collectives.reduce(one, other.slice(0, 1), Reduction.SUM, 0),
            () -> collectives.allreduce(1L, Reduction.SUM),
            () -> collectives.allreduce(1.0, Reduction.SUM),
            () -> collectives.allreduce(new long[3], Reduction.SUM),
            () -> collectives.allreduce(each, Reduction.SUM),
            () -> collectives.gather(one, each, 0),
            () -> collectives.gatherv(one, each, counts, places, 0),
            () -> collectives.scatter(each, one, 0),
            () -> collectives.scatterv(each, counts, places, one, 0),
            () -> collectives.allgather(one, each),
            () -> collectives.allgatherv(one, each, counts, places),
            () -> collectives.alltoall(each, other),
            () -> collectives.alltoallv(each, counts, places, other, counts, places),
            () -> collectives.reduceScatter(each, one, Reduction.SUM),
            () -> collectives.reduceScatterv(each, one, counts, Reduction.SUM),
            () -> collectives.scan(one, other.slice(0, 1), Reduction.SUM),
            () -> collectives.exscan(one, other.slice(0, 1), Reduction.SUM)),
        _ -> {
          holds(armci, came, collectives::barrier);
          works(armci, collectives);
          collectives.close();
        });
  }

  /** Runs some collectives whose results only the right partners give. */
  private static void works(Armci armci, Collectives collectives) {
    int size = armci.size();
    for (long round = 1; round <= ROUNDS; round++) {
      assertEquals(round * size, collectives.allreduce(round, Reduction.SUM));
      long[] gathered = new long[size];
      long mine = round * 1000 + armci.rank();
      collectives.allgather(Elements.of(new long[] {mine}), Elements.of(gathered));
      for (int rank = 0; rank < size; rank++) {
        assertEquals(round * 1000 + rank, gathered[rank]);
      }
      long[] data = {armci.rank() == 0 ? round : 0};
      collectives.broadcast(Elements.of(data), 0);
      assertEquals(round, data[0]);
    }
  }

  static RefusedAttempt firstLanes(Armci armci) {
    Collectives collectives = Collectives.of(armci);
    return new RefusedAttempt(
        List.of(collectives::nonblocking, collectives::persistent),
        _ -> {
          startsAndEnds(armci, collectives);
          collectives.close();
        });
  }

  private static void startsAndEnds(Armci armci, Collectives collectives) {
    for (long round = 1; round <= ROUNDS; round++) {
      long[] sum = {round};
      collectives.nonblocking().allreduce(Elements.of(sum), Reduction.SUM).await();
      assertEquals(round * armci.size(), sum[0]);
    }
  }

  /**
   * Tries nonblocking collectives while one is under way at the last rank, and no other rank has
   * started it.
   */
  static RefusedAttempt lanes(Armci armci) {
    Collectives collectives = Collectives.of(armci);
    CollectiveCalls<Handle> calls = collectives.nonblocking();
    long[] sum = {armci.rank() + 1};
    long[] again = {1};
    PersistentCollective persistent =
        collectives.persistent().allreduce(Elements.of(again), Reduction.SUM);
    Handle[] handle = new Handle[1];
    if (isLast(armci)) {
      handle[0] = calls.allreduce(Elements.of(sum), Reduction.SUM);
    }
    return new RefusedAttempt(
        List.of(
            () -> calls.allreduce(Elements.of(new long[1]), Reduction.SUM),
            calls::barrier,
            persistent::start,
            () -> handle[0].test(),
            () -> handle[0].await(),
            () -> handle[0].await(1000),
            () -> handle[0].awaitRemote(),
            () -> handle[0].toCompletionStage()),
        _ -> {
          if (!isLast(armci)) {
            handle[0] = calls.allreduce(Elements.of(sum), Reduction.SUM);
          }
          handle[0].await();
          assertEquals(armci.size() * (armci.size() + 1L) / 2, sum[0]);
          persistent.start().await();
          assertEquals(armci.size(), again[0]);
          startsAndEnds(armci, collectives);
          collectives.close();
        });
  }

  static RefusedAttempt closingCollectives(Armci armci) {
    Collectives collectives = Collectives.of(armci);
    works(armci, collectives);
    startsAndEnds(armci, collectives);
    return new RefusedAttempt(
        collectives::close,
        _ -> {
          works(armci, collectives);
          startsAndEnds(armci, collectives);
          collectives.close();
        });
  }
}
