package org.armci4j.benchmarks.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.armci4j.bootstrap.text.Text;

/**
 * Tells which figures of this system changed beyond noise between two runs of the same suites.
 *
 * <p>A figure has changed when each round of the new run, by itself, differs from the old median by
 * more than the figure's own {@link Noise}: a median of two rounds would be half that of a
 * disturbed one. The peers are the control: a change that they show too, at the same point, is one
 * of the machine and does not count. A short call without a peer has another control: the time of a
 * cache line from core to core. Longer calls don't depend on that distance, so it must not excuse
 * them.
 */
public final class Changes {
  private static final String OWN = "armci4j";

  /** Ending of times that are a difference of two others, and thus noise for the most part. */
  private static final String DIFFERENCE = "-uncovered";

  /** The hardware's own time, in the suite rma. */
  private static final String HARDWARE = "cache-line";

  /** Longest call that the distance of the cores may explain: some tens of cache lines. */
  private static final double SHORT_NANOS = 5000;

  private final List<Change> all = new ArrayList<>();

  /** Ratio of the hardware's times; 1 where they are not known. */
  private final double distance;

  private final boolean doubtful;
  private int compared;

  /**
   * One figure that changed.
   *
   * @param suite the suite's name
   * @param before the old figure
   * @param after the new figure
   * @param ratio the new time by the old one
   * @param noise the ratio up to which the figure's noise explains a difference
   */
  public record Change(
      String suite, Measurement before, Measurement after, double ratio, double noise) {
    /** Returns whether the new figure is the slower one. */
    public boolean isSlower() {
      return ratio > 1;
    }
  }

  /**
   * Compares two runs.
   *
   * @param before the old run
   * @param after the new run
   */
  public Changes(Results before, Results after) {
    doubtful = !before.warnings().isEmpty() || !after.warnings().isEmpty();
    distance = distance(before, after);
    for (Report suite : after.suites()) {
      before.suites().stream()
          .filter(old -> old.suite().equals(suite.suite()))
          .forEach(old -> compare(old, suite));
    }
    all.sort(Comparator.comparingDouble(Change::ratio).reversed());
  }

  private void compare(Report before, Report after) {
    List<Measurement> figures = after.merged();
    List<Measurement> peers = figures.stream().filter(one -> !isOwn(one)).toList();
    for (Measurement one : figures) {
      if (isOwn(one)
          && one.unit().equals(Measurement.NANOS)
          && !one.operation().equals(HARDWARE)
          && !one.operation().endsWith(DIFFERENCE)) {
        before
            .find(one.key())
            .ifPresent(
                old ->
                    compare(
                        after.suite(),
                        old,
                        one,
                        after.roundMedians(one.key()),
                        drift(before, peers, old, one),
                        Noise.limit(before, after, one.key())));
      }
    }
  }

  private void compare(
      String suite, Measurement old, Measurement one, double[] rounds, double drift, double noise) {
    compared++;
    double least = Arrays.stream(rounds).min().orElseThrow() / old.median();
    double most = Arrays.stream(rounds).max().orElseThrow() / old.median();
    if (Math.min(least, least / drift) > noise || Math.max(most, most / drift) < 1 / noise) {
      all.add(new Change(suite, old, one, one.median() / old.median(), noise));
    }
  }

  private static double distance(Results before, Results after) {
    double[] ratios =
        after.suites().stream()
            .flatMap(suite -> suite.merged().stream())
            .filter(one -> one.operation().equals(HARDWARE))
            .flatMapToDouble(
                one ->
                    before.suites().stream()
                        .flatMap(suite -> suite.find(one.key()).stream())
                        .mapToDouble(old -> one.median() / old.median()))
            .toArray();
    return ratios.length == 0 ? 1 : Measurement.median(ratios);
  }

  /**
   * Returns the ratio of the peers' times at the point of a figure. Without peers it is the
   * hardware's ratio for a call that is short in one of the runs, and 1 for others.
   */
  private double drift(Report before, List<Measurement> peers, Measurement old, Measurement point) {
    double[] ratios =
        peers.stream()
            .filter(one -> one.key().equals(point.key().of(one.subject())))
            .flatMapToDouble(
                one ->
                    before.find(one.key()).stream().mapToDouble(its -> one.median() / its.median()))
            .toArray();
    if (ratios.length > 0) {
      return Measurement.median(ratios);
    }
    return Math.min(old.median(), point.median()) <= SHORT_NANOS ? distance : 1;
  }

  private static boolean isOwn(Measurement one) {
    return one.subject().startsWith(OWN);
  }

  /** Returns the figures that changed, the slowest first. */
  public List<Change> all() {
    return List.copyOf(all);
  }

  /** Returns whether a figure became slower. */
  public boolean isRegression() {
    return !slowerSuites().isEmpty();
  }

  /** Returns the names of the suites in which a figure became slower. */
  public Set<String> slowerSuites() {
    return all.stream().filter(Change::isSlower).map(Change::suite).collect(Collectors.toSet());
  }

  /** Returns one sentence about all figures. */
  public String summary() {
    if (compared == 0) {
      return "no figure is in both runs";
    }
    long slower = all.stream().filter(Change::isSlower).count();
    return Text.format(
        "of %d figures in both runs, %d are slower and %d faster beyond noise%s",
        compared,
        slower,
        all.size() - slower,
        doubtful ? "; measure again, as the machine was busy in one of the runs" : "");
  }

  /** Returns a table with a line for each figure that changed, and the summary below. */
  @Override
  public String toString() {
    TextTable table = new TextTable();
    for (Change one : all) {
      table.add(
          List.of(
              one.suite() + " " + one.after().operation(),
              one.after().sizeBytes() + " bytes",
              one.after().ranks() + " ranks",
              one.after().subject(),
              ComparisonTable.number(one.before().median()) + " ns",
              ComparisonTable.number(one.after().median()) + " ns",
              Text.format(
                  "%s: %.2f times the time, noise up to %.2f",
                  one.isSlower() ? "SLOWER" : "faster", one.ratio(), one.noise())));
    }
    return table + summary() + "\n";
  }
}
