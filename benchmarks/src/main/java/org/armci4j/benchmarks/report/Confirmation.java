package org.armci4j.benchmarks.report;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * Measures suites with slower figures again before a run is called slower. Of the hundreds of
 * figures of a run some are disturbed, but hardly the same ones in fresh JVMs twice more.
 */
public final class Confirmation {
  private static final int TIMES = 2;

  private Confirmation() {}

  /**
   * Adds further rounds to the suites that have a figure slower than before, as long as it is.
   *
   * @param before the old run
   * @param suites those of the new run; what they lack, they do not get
   * @param again measures the suite of a name
   */
  public static void measureAgain(
      Results before, List<Report> suites, Function<String, Report> again) {
    for (int i = 0; i < TIMES; i++) {
      Set<String> slower =
          new Changes(before, new Results(Map.of(), List.of(), List.of(), suites)).slowerSuites();
      suites.stream()
          .filter(suite -> slower.contains(suite.suite()))
          .forEach(suite -> suite.addRounds(again.apply(suite.suite())));
    }
  }
}
