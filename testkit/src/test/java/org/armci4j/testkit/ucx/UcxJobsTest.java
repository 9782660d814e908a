package org.armci4j.testkit.ucx;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.armci4j.testkit.harness.RankProcesses;
import org.junit.jupiter.api.Test;

/** Only UCX's own words excuse a rank that has ended by SIGABRT. */
class UcxJobsTest {
  private static final String ABORTED = "armci: rank 2 (pid 471 on host b) was killed by SIGABRT\n";

  private static boolean hasAborted(String errors) {
    return UcxJobs.hasAborted(new RankProcesses.Result(0, "", errors));
  }

  @Test
  void ucxSaysWhyItEndsARank() {
    String words = "rma_sw.c:90   Fatal: unexpected error: Connection reset by remote peer\n";
    assertTrue(hasAborted("[b:471  :0:477]     " + words + ABORTED));
    assertFalse(hasAborted("armci: rank 2 (pid 471) was killed by SIGKILL\n"));
    assertThrows(AssertionError.class, () -> hasAborted("[b:47  :0:477]     " + words + ABORTED));
    assertThrows(AssertionError.class, () -> hasAborted("free(): invalid pointer\n" + ABORTED));
  }
}
