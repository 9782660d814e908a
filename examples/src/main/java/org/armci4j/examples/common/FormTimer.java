package org.armci4j.examples.common;

import java.util.Arrays;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.armci4j.Armci;
import org.armci4j.collectives.Collectives;
import org.armci4j.collectives.Reduction;

/**
 * Times one form of a computation by all ranks: runs it for two seconds, so that it is compiled
 * while the ranks have all processors, and then for a second more. Small problems end after fewer
 * runs.
 */
public final class FormTimer {
  private static final int MOST_RUNS = 9;
  private static final double LONG_SECONDS = 1;
  private static final int MOST_WARM_UPS = 99;
  private static final double WARM_UP_SECONDS = 2;

  private FormTimer() {}

  /**
   * Times a form. Collective.
   *
   * @param armci the rank's runtime
   * @param form runs on all ranks
   * @return median of the seconds until all ranks have ended a run
   */
  public static double seconds(Armci armci, Runnable form) {
    return seconds(
        armci,
        () -> {
          form.run();
          return null;
        },
        _ -> {});
  }

  /**
   * Times a form, and checks the result of each run. Collective.
   *
   * @param <T> the type of the result
   * @param armci the rank's runtime
   * @param form computes by all ranks
   * @param check throws if the result is wrong
   * @return median of the seconds until all ranks have ended a run
   */
  public static <T> double seconds(Armci armci, Supplier<T> form, Consumer<T> check) {
    median(armci, form, check, MOST_WARM_UPS, WARM_UP_SECONDS);
    return median(armci, form, check, MOST_RUNS, LONG_SECONDS);
  }

  private static <T> double median(
      Armci armci, Supplier<T> form, Consumer<T> check, int most, double enoughSeconds) {
    Collectives collectives = Collectives.of(armci);
    double[] seconds = new double[most];
    int runs = 0;
    double sum = 0;
    boolean again = true;
    while (again) {
      seconds[runs] = run(armci, form, check);
      sum += seconds[runs++];
      boolean enough = runs == most || sum > enoughSeconds;
      again = collectives.allreduce(enough ? 1L : 0, Reduction.MAX) == 0; // ranks' clocks differ
    }
    Arrays.sort(seconds, 0, runs);
    return seconds[runs / 2];
  }

  private static <T> double run(Armci armci, Supplier<T> form, Consumer<T> check) {
    armci.barrier();
    long start = System.nanoTime();
    T result = form.get();
    armci.barrier();
    double seconds = (System.nanoTime() - start) * 1e-9;
    check.accept(result);
    return seconds;
  }
}
