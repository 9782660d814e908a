package org.armci4j.testkit.ucx;

import java.time.Duration;
import org.armci4j.arrays.DoubleArray;
import org.armci4j.arrays.GlobalArrays;
import org.armci4j.arrays.Patch;
import org.armci4j.strided.StridedSettings;
import org.armci4j.testkit.job.HeapUse;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Repeated patches of another rank put nothing on the heap over a network either. Long, as only
 * long tests run with the second compiler, which removes the objects of the JDK's copies.
 */
@Tag("long")
class UcxAllocationTest {
  private static final int CALLS = 500;

  @BeforeAll
  static void requireUcx() {
    UcxJobs.requireUcx();
  }

  /** The corner belongs to rank 1, however the array is divided. */
  @Test
  void repeatedPatchesAllocateNothing() {
    UcxJobs.threads(2)
        .with(StridedSettings.CHECK_OVERLAP, false)
        .within(Duration.ofMinutes(10))
        .run(
            armci -> {
              DoubleArray a = GlobalArrays.of(armci).array(64, 64).doubles();
              if (armci.rank() == 0) {
                double[] values = new double[30 * 30];
                measure(a, Patch.at(40, 40), values);
                measure(a, Patch.at(40, 40).size(8, 8), values);
                measure(a, Patch.at(33, 33).size(30, 30), values);
              }
              a.sync();
            });
  }

  private static void measure(DoubleArray a, Patch patch, double[] values) {
    HeapUse.requireNone(
        CALLS,
        () -> {
          for (int i = 0; i < CALLS; i++) {
            a.get(patch, values);
            a.accumulate(patch, values);
          }
        });
  }
}
