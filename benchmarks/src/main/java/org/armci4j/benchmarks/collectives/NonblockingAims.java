package org.armci4j.benchmarks.collectives;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.armci4j.benchmarks.report.Measurement;
import org.armci4j.benchmarks.report.Report;
import org.armci4j.bootstrap.text.Text;

/**
 * What the forms that do not wait come to: beside the peers' ones, how much of them computing
 * covers, and persistent ones beside blocking calls.
 */
final class NonblockingAims {
  /** How many times as long as the blocking call a persistent one may take. */
  private static final double PERSISTENT = 1.1;

  private final Report report;
  private final List<Measurement> figures;
  private final String own;
  private final List<String> peers;

  NonblockingAims(Report report, String own, List<String> peers) {
    this.report = report;
    this.figures = report.merged();
    this.own = own;
    this.peers = List.copyOf(peers);
  }

  /** A line for each aim and each share that the report has figures for. */
  List<String> lines() {
    List<String> lines = new ArrayList<>();
    for (Measurement one : figures) {
      if (one.unit().equals(Measurement.NANOS) && one.subject().equals(own)) {
        if (one.operation().endsWith(CollectivePoint.STARTED)) {
          ahead(one).ifPresent(lines::add);
        } else if (one.operation().endsWith(CollectivePoint.UNCOVERED)) {
          lines.add(covered(one));
        } else if (one.operation().endsWith(CollectivePoint.PLANNED)) {
          planned(one).ifPresent(lines::add);
        }
      }
    }
    return lines;
  }

  private Optional<Measurement> find(String subject, String operation, Measurement like) {
    return figures.stream()
        .filter(
            one ->
                one.subject().equals(subject)
                    && one.operation().equals(operation)
                    && one.sizeBytes() == like.sizeBytes()
                    && one.ranks() == like.ranks()
                    && one.unit().equals(like.unit()))
        .findFirst();
  }

  private static String line(boolean met, Measurement one, String text) {
    return Text.format(
        "%-7s %-27s %7d bytes, %d ranks: %s",
        met ? "met" : "NOT MET", one.operation(), one.sizeBytes(), one.ranks(), text);
  }

  private Optional<String> ahead(Measurement mine) {
    return peers.stream()
        .flatMap(peer -> find(peer, mine.operation(), mine).stream())
        .mapToDouble(peer -> report.ratio(peer, mine))
        .boxed()
        .min(Double::compare)
        .map(
            ratio ->
                line(
                    ratio >= 1,
                    mine,
                    Text.format("%.2f times as fast as the best peer, aim 1.0", ratio)));
  }

  /** As the OSU micro-benchmarks define it. */
  private Optional<Double> coveredPercent(String subject, Measurement like) {
    String started = operation(like, CollectivePoint.UNCOVERED) + CollectivePoint.STARTED;
    return find(subject, like.operation(), like)
        .flatMap(
            rest ->
                find(subject, started, like)
                    .map(pure -> Math.max(0, 100 * (1 - report.ratio(rest, pure)))));
  }

  private static String operation(Measurement one, String suffix) {
    return one.operation().substring(0, one.operation().length() - suffix.length());
  }

  private String covered(Measurement mine) {
    double ours = coveredPercent(own, mine).orElse(0.0);
    double best = 0;
    StringBuilder text = new StringBuilder(Text.format("overlap %.0f %%", ours));
    for (String peer : peers) {
      Optional<Double> percent = coveredPercent(peer, mine);
      best = Math.max(best, percent.orElse(0.0));
      percent.ifPresent(value -> text.append(Text.format(", %s %.0f %%", peer, value)));
    }
    return line(ours >= best, mine, text.toString());
  }

  private Optional<String> planned(Measurement mine) {
    return find(own, operation(mine, CollectivePoint.PLANNED), mine)
        .map(blocking -> report.ratio(mine, blocking))
        .map(
            ratio ->
                line(
                    ratio <= PERSISTENT,
                    mine,
                    Text.format("%.2f times the blocking call, aim %.1f", ratio, PERSISTENT)));
  }
}
