package org.armci4j.testkit.job;

import org.armci4j.error.RankFailedException;

/** Checks in programs of tests that lose ranks: what does not hold ends the rank with words. */
final class LossChecks {
  private LossChecks() {}

  static void check(String what, boolean holds) {
    if (!holds) {
      throw new IllegalStateException("wrong: " + what);
    }
  }

  /** Checks that an action throws, and names the rank that is lost. */
  static void throwsFor(int lost, String what, Runnable action) {
    try {
      action.run();
    } catch (RankFailedException failed) {
      check(what + " names " + failed.failure(), failed.failure().rank() == lost);
      return;
    }
    throw new IllegalStateException(what + " did not throw");
  }
}
