package org.armci4j.examples.common;

import java.util.Arrays;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.armci4j.Armci;
import org.armci4j.collectives.Collectives;
import org.armci4j.collectives.Reduction;

/**
 * Times one form of a computation by all ranks: runs it for a second, at most nine times, so that
 * it is compiled, and then as long again.
 */
public final class FormTimer {
  private static final int MOST_RUNS = 9;
  private static final double LONG_SECONDS = 1;

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
    median(armci, form, check);
    return median(armci, form, check);
  }

  private static <T> double median(Armci armci, Supplier<T> form, Consumer<T> check) {
    Collectives collectives = Collectives.of(armci);
    double[] seconds = new double[MOST_RUNS];
    int runs = 0;
    double sum = 0;
    boolean again = true;
    while (again) {
      seconds[runs] = run(armci, form, check);
      sum += seconds[runs++];
      boolean enough = runs == MOST_RUNS || sum > LONG_SECONDS;
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
