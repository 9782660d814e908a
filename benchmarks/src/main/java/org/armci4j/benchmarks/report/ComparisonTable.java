package org.armci4j.benchmarks.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Prints a report for people, one line an operation. A line holds this system's time, bandwidth and
 * allocation, the peers' times with the best one marked, and how many times faster this system is
 * than the best peer. If this system was also measured after a mix of other calls, those figures
 * are compared. The times of its other variants and forms stand beside, with a ratio each; so do
 * the percentiles of single calls.
 */
public final class ComparisonTable {
  /** Size below which the bandwidth is left out, as the time says more. */
  private static final long BANDWIDTH_FROM_BYTES = 4096;

  private static final String NONE = "-";
  private static final String BEST = "*";

  private final Report report;
  private final String own;
  private final List<String> peers;
  private final boolean mixed;

  /** What the names of this system's other subjects end with. */
  private final List<String> others;

  private final boolean calls;

  /**
   * Creates the table of a report.
   *
   * @param report the figures
   * @param own the subject that is compared
   * @param peers the subjects it is compared with; those named {@code own-…} are forms of its own
   */
  public ComparisonTable(Report report, String own, List<String> peers) {
    this.report = report;
    this.own = own;
    String form = own + "-";
    this.peers = peers.stream().filter(peer -> !peer.startsWith(form)).toList();
    this.mixed = Variant.MIXED.isIn(report, own);
    this.others =
        Stream.concat(
                Stream.of(Variant.HEAP, Variant.RECORDED, Variant.EVENTS, Variant.TRACED)
                    .map(Variant::word),
                peers.stream()
                    .filter(peer -> peer.startsWith(form))
                    .map(peer -> peer.substring(form.length())))
            .filter(
                word -> report.merged().stream().anyMatch(one -> one.subject().equals(form + word)))
            .toList();
    this.calls =
        report.merged().stream().anyMatch(one -> one.subject().equals(own) && one.calls() != null);
  }

  /** Returns the table with a line end after each row. */
  @Override
  public String toString() {
    TextTable table = new TextTable();
    table.add(header());
    report.merged().stream()
        .filter(one -> one.subject().equals(own) && one.unit().equals(Measurement.NANOS))
        .sorted(Comparator.comparingInt(Measurement::ranks))
        .forEach(one -> table.add(row(one)));
    return table.toString();
  }

  private List<String> header() {
    List<String> cells =
        new ArrayList<>(
            List.of("operation", "bytes", "ranks", own + " ns", "min", "max", "GB/s", "B/op"));
    if (mixed) {
      cells.addAll(List.of("mixed ns", "mixed/fresh"));
    }
    others.forEach(
        one ->
            cells.addAll(
                List.of(
                    one + " ns", one + (one.equals(Variant.HEAP.word()) ? "/native" : "/plain"))));
    if (calls) {
      cells.addAll(List.of("call p50", "p99", "p99.9"));
    }
    if (!peers.isEmpty()) {
      peers.forEach(peer -> cells.add(peer + " ns"));
      cells.add("times faster");
    }
    return cells;
  }

  private List<String> row(Measurement mine) {
    List<String> cells =
        new ArrayList<>(
            List.of(
                mine.operation(),
                Long.toString(mine.sizeBytes()),
                Integer.toString(mine.ranks()),
                number(mine.median()),
                number(mine.min()),
                number(mine.max()),
                bandwidth(mine),
                garbage(mine)));
    Measurement decisive = Variant.MIXED.find(report, mine).orElse(mine);
    if (mixed) {
      cells.add(number(decisive.median()));
      cells.add(number(report.ratio(decisive, mine)));
    }
    for (String word : others) {
      Optional<Measurement> other = find(mine, own + "-" + word);
      cells.add(other.map(one -> number(one.median())).orElse(NONE));
      cells.add(other.map(one -> number(report.ratio(one, mine))).orElse(NONE));
    }
    if (calls) {
      cells.addAll(percentiles(decisive.calls()));
    }
    if (!peers.isEmpty()) {
      Optional<Measurement> best =
          peers.stream()
              .flatMap(peer -> find(mine, peer).stream())
              .min(Comparator.comparingDouble(Measurement::median));
      peers.forEach(peer -> cells.add(peerCell(mine, peer, best)));
      cells.add(best.map(one -> number(one.median() / decisive.median())).orElse(NONE));
    }
    return cells;
  }

  private static List<String> percentiles(CallTimes calls) {
    return calls == null
        ? List.of(NONE, NONE, NONE)
        : List.of(number(calls.p50()), number(calls.p99()), number(calls.p999()));
  }

  private String peerCell(Measurement mine, String peer, Optional<Measurement> best) {
    return find(mine, peer)
        .map(one -> number(one.median()) + (best.filter(one::equals).isPresent() ? BEST : ""))
        .orElse(NONE);
  }

  private Optional<Measurement> find(Measurement like, String subject) {
    return report.find(like.key().of(subject));
  }

  private static String bandwidth(Measurement mine) {
    return mine.sizeBytes() < BANDWIDTH_FROM_BYTES
        ? NONE
        : number(mine.sizeBytes() / mine.median());
  }

  private String garbage(Measurement mine) {
    return report
        .find(
            new Measurement.Key(
                own,
                mine.operation() + Measurement.ALLOCATION,
                mine.sizeBytes(),
                mine.ranks(),
                Measurement.BYTES))
        .map(one -> number(one.median()))
        .orElse(NONE);
  }

  /**
   * Formats a number with two decimals below 10, one below 100 and none from 100 on.
   *
   * @param value the number
   */
  public static String number(double value) {
    int decimals = value >= 100 ? 0 : value >= 10 ? 1 : 2;
    return String.format(Locale.ROOT, "%,." + decimals + "f", value);
  }
}
