package org.armci4j.lab.contracts;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.armci4j.error.ArmciException;

/**
 * Describes operations that a short handler tries in vain, and the proof that all ranks run
 * afterwards.
 *
 * @param refused operations that are refused on every transport
 * @param refusedOrDone operations that succeed where there is no network, or nothing left to wait
 *     for
 * @param proof runs on all ranks afterwards
 */
record RefusedAttempt(List<Runnable> refused, List<Runnable> refusedOrDone, RankCheck proof) {
  private static final String REFUSED = "registered as short must not wait";

  RefusedAttempt(Runnable refused, RankCheck proof) {
    this(List.of(refused), proof);
  }

  RefusedAttempt(List<Runnable> refused, RankCheck proof) {
    this(refused, List.of(), proof);
  }

  int run() {
    refused.forEach(one -> requireRefusal(assertThrows(ArmciException.class, one::run)));
    for (Runnable one : refusedOrDone) {
      try {
        one.run();
      } catch (ArmciException e) {
        requireRefusal(e);
      }
    }
    return 0;
  }

  private static void requireRefusal(ArmciException thrown) {
    assertTrue(thrown.getMessage().contains(REFUSED), thrown.toString());
  }
}
