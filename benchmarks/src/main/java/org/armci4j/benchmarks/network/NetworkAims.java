package org.armci4j.benchmarks.network;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.armci4j.benchmarks.report.Measurement;
import org.armci4j.benchmarks.report.Report;
import org.armci4j.bootstrap.text.Text;

/** What the figures should come to, and whether they do. */
final class NetworkAims {
  /** Beside C on UCX, where that has a figure. */
  private static final double UCX = 1.1;

  private static final double MPI = 1;

  /** Eight times as fast. */
  private static final double PCJ = 1.0 / 8;

  /**
   * How many times faster rows of words are than a put for each by C on UCX, which sends each
   * alone: this system's own travel together.
   */
  private static final double ROWS = 20;

  private NetworkAims() {}

  /** A line for each aim, by the ratio of the medians round by round. */
  static List<String> lines(Report report, String own) {
    List<String> lines = new ArrayList<>();
    for (Measurement mine : report.merged()) {
      if (mine.subject().equals(own) && mine.unit().equals(Measurement.NANOS)) {
        for (String peer : NetworkPeers.NAMES) {
          find(report, mine, peer, mine.operation())
              .ifPresent(other -> lines.add(line(report, mine, other)));
        }
        if (mine.operation().equals("put-rows")) {
          find(report, mine, NetworkPeers.UCX, "word-puts")
              .ifPresent(puts -> lines.add(rows(report, mine, puts)));
        }
      }
    }
    return lines;
  }

  private static Optional<Measurement> find(
      Report report, Measurement mine, String subject, String operation) {
    return report.merged().stream()
        .filter(one -> one.subject().equals(subject) && one.unit().equals(mine.unit()))
        .filter(one -> one.operation().equals(operation))
        .filter(one -> one.sizeBytes() == mine.sizeBytes() && one.ranks() == mine.ranks())
        .findFirst();
  }

  private static String line(Report report, Measurement mine, Measurement other) {
    double limit = limit(other.subject());
    double ratio = report.ratio(mine, other);
    return Text.format(
        "%-7s %-14s %8d bytes, %d ranks: %6.3f times the time of %s, aim at most %s",
        ratio <= limit ? "met" : "NOT MET",
        mine.operation(),
        mine.sizeBytes(),
        mine.ranks(),
        ratio,
        other.subject(),
        limit);
  }

  private static double limit(String peer) {
    if (peer.equals(PcjPeer.NAME)) {
      return PCJ;
    }
    return peer.startsWith(NetworkPeers.UCX) ? UCX : MPI;
  }

  private static String rows(Report report, Measurement mine, Measurement puts) {
    double ratio = report.ratio(puts, mine);
    return Text.format(
        "%-7s put-rows of %d words: %.1f times as fast as a put for each by %s, aim at least %s",
        ratio >= ROWS ? "met" : "NOT MET", NetworkPlan.WORDS, ratio, puts.subject(), ROWS);
  }
}
