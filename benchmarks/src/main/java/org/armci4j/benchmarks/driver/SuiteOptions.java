package org.armci4j.benchmarks.driver;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.armci4j.benchmarks.report.Variant;
import org.armci4j.bootstrap.text.Text;

/**
 * Values of the options that all suites share; see {@link SuiteCommandLine}.
 *
 * @param rounds how often each subject runs
 * @param within time for all of it; null for no limit
 * @param quick whether rough figures will do
 * @param mixed whether this system is measured after a mix of other calls too
 * @param ranks numbers of ranks
 * @param sizesBytes sizes of transfers; null for the suite's own
 * @param operations names of operations; null for all
 * @param peers the names of the systems to compare with
 */
public record SuiteOptions(
    int rounds,
    Duration within,
    boolean quick,
    boolean mixed,
    List<Integer> ranks,
    List<Long> sizesBytes,
    List<String> operations,
    List<String> peers) {
  /** Returns the same options, with half of the time. */
  public SuiteOptions inHalfTheTime() {
    Duration half = within == null ? null : within.dividedBy(2);
    return new SuiteOptions(rounds, half, quick, mixed, ranks, sizesBytes, operations, peers);
  }

  /**
   * Returns the variants of this system that are measured.
   *
   * @param always those that no option leaves out
   */
  public List<Variant> variants(Variant... always) {
    return Stream.concat(mixed ? Stream.of(Variant.MIXED) : Stream.of(), Stream.of(always))
        .toList();
  }

  /**
   * Returns the arguments of a rank's program: the number of repetitions, the nanoseconds of each,
   * and the points.
   *
   * @param repetitions number of repetitions
   * @param quickRepetitions number of repetitions where rough figures will do
   * @param repetitionNanos minimum time of a repetition
   * @param points the points
   * @param argument returns the argument that names a point
   * @param <T> the type of points
   */
  public <T> List<String> arguments(
      int repetitions,
      int quickRepetitions,
      long repetitionNanos,
      List<T> points,
      Function<T, String> argument) {
    Stream<String> times =
        Stream.of(
            Integer.toString(quick ? quickRepetitions : repetitions),
            Long.toString(repetitionNanos));
    return Stream.concat(times, points.stream().map(argument)).toList();
  }

  /**
   * Returns all points of a suite, or those whose operation or whole name the user asked for, in
   * the user's order.
   *
   * @param all what the suite can measure
   * @param operation returns the operation of a point
   * @param name returns the name of a point
   * @param <T> the type of points
   * @throws IllegalArgumentException for a name that there is not, with a message for the user
   */
  public <T> List<T> chosen(List<T> all, Function<T, String> operation, Function<T, String> name) {
    if (operations == null) {
      return all;
    }
    List<T> chosen = new ArrayList<>();
    for (String wanted : operations) {
      List<T> some =
          all.stream()
              .filter(one -> wanted.equals(operation.apply(one)) || wanted.equals(name.apply(one)))
              .toList();
      if (some.isEmpty()) {
        throw new IllegalArgumentException(
            Text.format(
                "--operations: no operation '%s'; there are: %s, and: %s",
                wanted,
                String.join(", ", all.stream().map(operation).distinct().toList()),
                String.join(", ", all.stream().map(name).toList())));
      }
      chosen.addAll(some);
    }
    return chosen;
  }
}
