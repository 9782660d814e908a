package org.armci4j.examples.common;

import java.util.function.Consumer;
import java.util.function.Supplier;
import org.armci4j.Armci;

/** Times one form of a computation by all ranks. */
public final class FormTimer {
  private FormTimer() {}

  /**
   * Runs a form twice and times the second run; the first one warms up. Collective.
   *
   * @param armci the rank's runtime
   * @param form runs on all ranks
   * @return seconds until all ranks have ended the second run
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
   * Runs a form twice, checks each result, and times the second run; the first one warms up.
   * Collective.
   *
   * @param <T> the type of the result
   * @param armci the rank's runtime
   * @param form computes by all ranks
   * @param check throws if the result is wrong
   * @return seconds until all ranks have ended the second run
   */
  public static <T> double seconds(Armci armci, Supplier<T> form, Consumer<T> check) {
    double seconds = 0;
    for (int run = 0; run < 2; run++) {
      armci.barrier();
      long start = System.nanoTime();
      T result = form.get();
      armci.barrier();
      seconds = (System.nanoTime() - start) * 1e-9;
      check.accept(result);
    }
    return seconds;
  }
}
