package org.armci4j.testkit.conformance.collective;

import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.collectives.Collectives;
import org.armci4j.collectives.Elements;
import org.armci4j.collectives.Reduction;
import org.armci4j.error.ArmciException;
import org.armci4j.testkit.conformance.trial.Trial;

/**
 * Lets ranks call different collectives in checking mode, or the same one with another root, size,
 * type or reduction. All ranks soon get an error that says which rank called what, and the next
 * call works.
 */
final class Mismatch {
  /**
   * Longest time until the error. A host of its own needs a second; emulated machines take longer
   * for everything.
   */
  private static final long LIMIT_NANOS = Duration.ofSeconds(5).toNanos();

  /** Names the call of the odd rank and the call of all others, with their words in the message. */
  private record Disagreement(
      Consumer<Collectives> odd, String oddWords, Consumer<Collectives> rest, String restWords) {}

  private static final List<Disagreement> DISAGREEMENTS =
      List.of(
          new Disagreement(
              Collectives::barrier, "barrier", Mismatch::sumOfFour, "allreduce(4 double, sum)"),
          new Disagreement(
              c -> c.allreduce(new double[5], Reduction.SUM),
              "allreduce(5 double, sum)",
              Mismatch::sumOfFour,
              "allreduce(4 double, sum)"),
          new Disagreement(
              c -> c.allreduce(new long[4], Reduction.SUM),
              "allreduce(4 long, sum)",
              Mismatch::sumOfFour,
              "allreduce(4 double, sum)"),
          new Disagreement(
              c -> c.allreduce(new double[4], Reduction.MAX),
              "allreduce(4 double, max)",
              Mismatch::sumOfFour,
              "allreduce(4 double, sum)"),
          new Disagreement(
              c -> c.broadcast(Elements.of(new int[3]), 1),
              "broadcast(3 int, root 1)",
              c -> c.broadcast(Elements.of(new int[3]), 0),
              "broadcast(3 int, root 0)"));

  private Mismatch() {}

  static void run(Trial trial) {
    try (Collectives collectives = Collectives.checked(trial.armci(), trial.armci().world())) {
      for (int i = 0; i < DISAGREEMENTS.size() && trial.size() > 1; i++) {
        refuses(trial, collectives, DISAGREEMENTS.get(i), i % trial.size());
      }
      trial.requireEqual(
          trial.size(), collectives.allreduce(1L, Reduction.SUM), () -> "the sum of ones");
    }
  }

  private static void sumOfFour(Collectives collectives) {
    collectives.allreduce(new double[4], Reduction.SUM);
  }

  private static void refuses(Trial trial, Collectives collectives, Disagreement each, int odd) {
    Consumer<Collectives> mine = trial.rank() == odd ? each.odd() : each.rest();
    trial.armci().barrier();
    String message = "no error";
    long startNanos = System.nanoTime();
    try {
      mine.accept(collectives);
    } catch (ArmciException e) {
      message = e.getMessage();
    }
    long tookNanos = System.nanoTime() - startNanos;
    String others =
        IntStream.range(0, trial.size())
            .filter(rank -> rank != odd)
            .mapToObj(Integer::toString)
            .collect(Collectors.joining(" "));
    says(trial, message, Text.format("rank %d called %s;", odd, each.oddWords()));
    says(trial, message, Text.format("rank %s called %s;", others, each.restWords()));
    trial.require(
        tookNanos < LIMIT_NANOS, () -> Text.format("the error took %.1f s", tookNanos * 1e-9));
  }

  private static void says(Trial trial, String message, String words) {
    trial.require(
        message.contains(words), () -> Text.format("'%s' instead of '%s'", message, words));
  }
}
