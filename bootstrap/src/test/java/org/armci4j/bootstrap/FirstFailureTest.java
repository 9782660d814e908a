package org.armci4j.bootstrap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Collections;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
class FirstFailureTest {
  private static final int RANKS = 4;
  private static final int ROUNDS = 1000;

  private static Failure of(int rank) {
    return new Failure(rank, "host", "reason " + rank);
  }

  @Test
  void laterOnesChangeNothing() {
    FirstFailure first = new FirstFailure();
    assertNull(first.get());
    assertTrue(first.report(of(1)));
    assertFalse(first.report(of(2)));
    assertFalse(first.report(of(1)));
    assertEquals(of(1), first.get());
  }

  @Test
  void ofSeveralAtOnceOneCountsForAll() throws Exception {
    CyclicBarrier start = new CyclicBarrier(RANKS);
    for (int round = 0; round < ROUNDS; round++) {
      FirstFailure first = new FirstFailure();
      List<Boolean> counts =
          Ranks.run(
              RANKS,
              rank -> {
                start.await();
                boolean itCounts = first.report(of(rank));
                assertEquals(itCounts, first.get().rank() == rank);
                return itCounts;
              });
      assertEquals(1, Collections.frequency(counts, true));
      assertEquals(counts.indexOf(true), first.get().rank());
    }
  }
}
