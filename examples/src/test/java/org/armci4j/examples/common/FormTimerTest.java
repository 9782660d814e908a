package org.armci4j.examples.common;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.armci4j.testkit.harness.RankThreads;
import org.junit.jupiter.api.Test;

class FormTimerTest {
  /** The form has a barrier, so ranks that do not agree on the number of runs wait without end. */
  @Test
  void allRanksRunAndCheckAFormEquallyOften() {
    RankThreads.of(3)
        .run(
            armci -> {
              int[] runs = {0};
              List<Integer> checked = new ArrayList<>();
              double seconds =
                  FormTimer.seconds(
                      armci,
                      () -> {
                        armci.barrier();
                        return ++runs[0];
                      },
                      checked::add);
              assertTrue(seconds > 0);
              assertTrue(runs[0] >= 2, runs[0] + " runs");
              assertEquals(runs[0], checked.size());
              assertEquals(runs[0], checked.getLast());
            });
  }
}
