package org.armci4j.arrays;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.armci4j.Armci;
import org.armci4j.Comparison;
import org.armci4j.GlobalMemory;
import org.armci4j.testkit.ArmciTest;
import org.armci4j.testkit.job.NetworkJobs;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Checks that a rank that leaves the block of its arrays, by an exception say, waits for no rank.
 */
class ArrayCloseTest {
  private static final long LONG_ENOUGH_NANOS = 30_000_000_000L;

  @ArmciTest(ranks = 3)
  void closeWaitsForNoRank(Armci armci) {
    closesAlone(armci);
  }

  @ArmciTest(ranks = 2, processes = true)
  void closeWaitsForNoProcess(Armci armci) {
    closesAlone(armci);
  }

  @ParameterizedTest
  @ValueSource(strings = {"fake", "ucx"})
  void closeWaitsForNoRankOverANetwork(String network) {
    NetworkJobs.threads(network, 3).run(ArrayCloseTest::closesAlone);
  }

  /** Each rank in turn closes first, and only then lets the others read from it and go on. */
  private static void closesAlone(Armci armci) {
    GlobalMemory turns = armci.allocate(Long.BYTES);
    for (int first = 0; first < armci.size(); first++) {
      try (GlobalArrays arrays = GlobalArrays.of(armci);
          DoubleArray values = arrays.array(100).doubles();
          TaskPool pool = arrays.taskPool(5)) {
        values.fill(first);
        values.sync();
        pool.next();
        if (armci.rank() != first) {
          armci.waitUntil(turns, 0, Comparison.GE, first + 1L, LONG_ENOUGH_NANOS);
          for (long i = 0; i < 100; i++) {
            assertEquals(first, values.get(i));
          }
        }
      }
      if (armci.rank() == first) {
        for (int other = 0; other < armci.size(); other++) {
          armci.signal(turns, other, 0, first + 1L);
        }
      }
      armci.barrier();
    }
    armci.free(turns);
  }
}
