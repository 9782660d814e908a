package org.armci4j.examples.words;

import org.armci4j.Armci;

/** Times a form of a program. */
public final class SecondRun {
  private SecondRun() {}

  /**
   * Runs something twice on all ranks and times the second run. The first one warms up. Collective.
   *
   * @param armci the rank's runtime
   * @param form what to run
   * @return seconds until all ranks have ended the second run
   */
  public static double seconds(Armci armci, Runnable form) {
    double seconds = 0;
    for (int run = 0; run < 2; run++) {
      armci.barrier();
      long start = System.nanoTime();
      form.run();
      armci.barrier();
      seconds = (System.nanoTime() - start) * 1e-9;
    }
    return seconds;
  }
}
