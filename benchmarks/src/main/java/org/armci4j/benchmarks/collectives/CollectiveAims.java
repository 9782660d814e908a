package org.armci4j.benchmarks.collectives;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.armci4j.benchmarks.report.Measurement;
import org.armci4j.benchmarks.report.Report;
import org.armci4j.bootstrap.text.Text;

/** What the figures should come to, and whether they do. */
final class CollectiveAims {
  /** Up to this size latency counts, above it bandwidth. */
  private static final long SMALL_BYTES = 512;

  private static final double NONE = 0;

  private final List<Measurement> figures;
  private final String own;
  private final List<String> peers;

  /**
   * Aims for a report.
   *
   * @param report the figures
   * @param own this system's name
   * @param peers the names of those that were measured beside it
   */
  CollectiveAims(Report report, String own, List<String> peers) {
    this.figures = report.merged();
    this.own = own;
    this.peers = List.copyOf(peers);
  }

  /** How many times as fast as the best peer an operation should be; 0 where nothing is said. */
  static double aim(String operation, long sizeBytes, int ranks) {
    boolean pair = ranks == 2;
    return switch (operation) {
      case "barrier" -> pair ? 2.5 : ranks == 4 ? 1.7 : 2;
      case "broadcast", "alltoall", "reduce-scatter", "scan" -> pair ? 1 : 1.2;
      case "allreduce", "allgather" -> pair ? (sizeBytes <= SMALL_BYTES ? 2 : 1) : 1.3;
      default -> NONE;
    };
  }

  /** A line for each aim that the report has figures for. */
  List<String> lines() {
    List<String> lines = new ArrayList<>();
    for (Measurement mine : figures) {
      if (mine.subject().equals(own) && mine.unit().equals(Measurement.NANOS)) {
        line(mine).ifPresent(lines::add);
      }
    }
    return lines;
  }

  private Optional<String> line(Measurement mine) {
    double aim = aim(mine.operation(), mine.sizeBytes(), mine.ranks());
    OptionalDouble best =
        figures.stream()
            .filter(one -> peers.contains(one.subject()) && isSame(one, mine))
            .mapToDouble(Measurement::median)
            .min();
    if (aim == NONE || best.isEmpty()) {
      return Optional.empty();
    }
    double ratio = best.getAsDouble() / mine.median();
    return Optional.of(
        Text.format(
            "%-7s %-14s %7d bytes, %d ranks: %5.2f times as fast as the best peer, aim %.1f",
            ratio >= aim ? "met" : "NOT MET",
            mine.operation(),
            mine.sizeBytes(),
            mine.ranks(),
            ratio,
            aim));
  }

  private static boolean isSame(Measurement one, Measurement other) {
    return one.operation().equals(other.operation())
        && one.sizeBytes() == other.sizeBytes()
        && one.ranks() == other.ranks()
        && one.unit().equals(other.unit());
  }
}
