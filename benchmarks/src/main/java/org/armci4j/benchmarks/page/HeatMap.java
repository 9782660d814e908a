package org.armci4j.benchmarks.page;

import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.armci4j.benchmarks.report.ComparisonTable;
import org.armci4j.benchmarks.report.Measurement;
import org.armci4j.bootstrap.text.Text;

/** Draws how many times faster this system is than the best peer: a cell for each figure. */
final class HeatMap {
  /** Doublings from which on a colour is at its strongest. */
  private static final double DOUBLINGS = 3;

  private static final double WEAKEST_PERCENT = 16;
  private static final double STRONGEST_PERCENT = 62;

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

  /** Returns whether the table has a column for each size, and so may be wider than a plot. */
  boolean isWide() {
    return bySize;
  }

  void draw(Markup page) {
    Function<PeerRatio, Long> column =
        one -> bySize ? one.own().sizeBytes() : Long.valueOf(one.own().ranks());
    List<Long> columns =
        ratios.stream().map(column).distinct().sorted(Comparator.naturalOrder()).toList();
    Map<String, List<PeerRatio>> rows =
        ratios.stream()
            .collect(
                Collectors.groupingBy(
                    one -> row(one.own()), LinkedHashMap::new, Collectors.toList()));
    page.open("div", "class", "scroll").open("table", "class", "heat");
    page.element("caption", "times faster than the best peer; grey is even");
    page.open("tr").element("th", "");
    columns.forEach(one -> page.element("th", columnName(one)));
    page.close();
    rows.forEach(
        (name, cells) -> {
          page.open("tr").element("th", name);
          for (long one : columns) {
            cells.stream()
                .filter(cell -> column.apply(cell) == one)
                .findFirst()
                .ifPresentOrElse(cell -> draw(page, cell), () -> page.element("td", ""));
          }
          page.close();
        });
    page.close().close();
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

  private static void draw(Markup page, PeerRatio cell) {
    double doublings = Math.log(cell.timesFaster()) / Math.log(2);
    double share = Math.min(1, Math.abs(doublings) / DOUBLINGS);
    double strength = WEAKEST_PERCENT + share * (STRONGEST_PERCENT - WEAKEST_PERCENT);
    String side = !cell.isClear() ? "even" : doublings > 0 ? "faster" : "slower";
    page.element(
        "td",
        ComparisonTable.number(cell.timesFaster()),
        "class",
        side,
        "style",
        Text.format("--strength:%.0f%%", strength),
        "title",
        String.join(", ", Arrays.asList(words(cell.own()), words(cell.best()))));
  }

  private static String words(Measurement one) {
    return Subjects.label(one.subject()) + " " + Quantity.time(one.median());
  }
}
