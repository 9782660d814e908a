package org.armci4j.benchmarks.page;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.armci4j.benchmarks.report.ComparisonTable;
import org.armci4j.benchmarks.report.Measurement;
import org.armci4j.bootstrap.text.Text;

/** Draws how many times faster this system is than the best peer: a cell for each figure. */
final class HeatMap {
  private static final String TITLE = "times faster than the best peer; grey is even";

  /** Doublings from which on a colour is at its strongest. */
  private static final double DOUBLINGS = 3;

  private static final double WEAKEST = 0.16;
  private static final double STRONGEST = 0.62;
  private static final double EVEN = 0.35;

  private static final double CELL = 56;
  private static final double ROW = 24;
  private static final double GAP = 2;

  /** Width of a letter of a row's name, at most. */
  private static final double LETTER = 6.3;

  private final List<PeerRatio> ratios;
  private final boolean bySize;
  private final boolean byRanks;

  HeatMap(List<PeerRatio> ratios) {
    this.ratios = ratios;
    Map<String, Long> sizes =
        ratios.stream()
            .collect(
                Collectors.groupingBy(
                    one -> one.own().operation() + one.own().ranks(), Collectors.counting()));
    this.bySize = sizes.values().stream().anyMatch(count -> count > 1);
    this.byRanks = ratios.stream().map(one -> one.own().ranks()).distinct().count() > 1;
  }

  /** Returns the plot. */
  PagePlot plot() {
    Map<String, List<PeerRatio>> rows =
        ratios.stream()
            .collect(
                Collectors.groupingBy(
                    one -> row(one.own()), LinkedHashMap::new, Collectors.toList()));
    List<Long> columns =
        ratios.stream().map(this::column).distinct().sorted(Comparator.naturalOrder()).toList();
    double left =
        ROW / 2 + LETTER * rows.keySet().stream().mapToInt(String::length).max().orElse(0);
    return new PagePlot(
        TITLE,
        Math.max(PagePlot.WIDTH, left + columns.size() * CELL),
        (1 + rows.size()) * ROW,
        svg -> draw(svg, left, columns, rows));
  }

  private void draw(Svg svg, double left, List<Long> columns, Map<String, List<PeerRatio>> rows) {
    for (int i = 0; i < columns.size(); i++) {
      svg.text("below", left + (i + 0.5) * CELL, ROW - 8, columnName(columns.get(i)));
    }
    double y = ROW;
    for (Map.Entry<String, List<PeerRatio>> row : rows.entrySet()) {
      svg.text("row", 0, y + ROW - 8, row.getKey());
      for (PeerRatio one : row.getValue()) {
        draw(svg, one, left + columns.indexOf(column(one)) * CELL, y);
      }
      y += ROW;
    }
  }

  private Long column(PeerRatio one) {
    return bySize ? one.own().sizeBytes() : Long.valueOf(one.own().ranks());
  }

  private String row(Measurement own) {
    return bySize && byRanks
        ? Text.format("%s, %d ranks", own.operation(), own.ranks())
        : own.operation();
  }

  private String columnName(long column) {
    if (!bySize) {
      return column + " ranks";
    }
    return column == 0 ? "no data" : Quantity.size(column);
  }

  private static void draw(Svg svg, PeerRatio one, double x, double y) {
    double doublings = Math.log(one.timesFaster()) / Math.log(2);
    double share = Math.min(1, Math.abs(doublings) / DOUBLINGS);
    String side = !one.isClear() ? "even" : doublings > 0 ? "faster" : "slower";
    double strength = one.isClear() ? WEAKEST + share * (STRONGEST - WEAKEST) : EVEN;
    svg.cell("cell " + side, strength, x, y, CELL - GAP, ROW - GAP);
    svg.text(
        "ratio " + side,
        x + (CELL - GAP) / 2,
        y + ROW - 8,
        ComparisonTable.number(one.timesFaster()),
        words(one.own()) + ", " + words(one.best()));
  }

  private static String words(Measurement one) {
    return Subjects.label(one.subject()) + " " + Quantity.time(one.median());
  }
}
