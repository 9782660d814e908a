package org.armci4j.examples.common;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.armci4j.IntBlock;
import org.armci4j.testkit.harness.RankThreads;
import org.junit.jupiter.api.Test;

/** Checks that each rank has as much room as the rank that needs most. */
class GrowingIntsTest {
  @Test
  void roomIsKeptAndGrows() {
    RankThreads.of(3)
        .run(
            armci -> {
              try (GrowingInts ints = new GrowingInts(armci)) {
                int rank = armci.rank();
                assertEquals(7, ints.room(rank == 1 ? 7 : 0)[0].length());
                IntBlock own = ints.room(rank)[rank];
                own.put(6, 5);
                assertEquals(7, ints.room(2)[rank].length());
                assertEquals(5, ints.room(2)[rank].get(6));
                assertEquals(9, ints.room(7 + rank)[rank].length());
              }
            });
  }
}
