package org.armci4j.collectives.selection;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.armci4j.collectives.Operation;

/**
 * The ways of one operation, in the order of a table.
 *
 * @param maxBytes the longest call that takes each way
 * @param ways as many
 */
record Options<W>(long[] maxBytes, List<W> ways) {
  /**
   * Returns the options of each operation in a group.
   *
   * @param read gives the way of a line
   */
  static <W> Map<Operation, Options<W>> of(
      List<TableLine> table,
      TableLine.Question question,
      GroupSpan span,
      int ranks,
      Function<TableLine, W> read) {
    Map<Operation, List<TableLine>> chosen = new EnumMap<>(Operation.class);
    for (TableLine line : table) {
      if (line.question() == question && line.isFor(span, ranks)) {
        chosen.computeIfAbsent(line.operation(), _ -> new ArrayList<>()).add(line);
      }
    }
    Map<Operation, Options<W>> options = new EnumMap<>(Operation.class);
    chosen.forEach(
        (operation, lines) -> {
          long[] limits = lines.stream().mapToLong(line -> line.limitBytes(ranks)).toArray();
          options.put(operation, new Options<>(limits, lines.stream().map(read).toList()));
        });
    return options;
  }

  /** Returns the first way for so many bytes. */
  W first(long bytes) {
    return ways.get(next(0, bytes));
  }

  /** Returns the index of the next way for so many bytes, at least {@code from}; −1 for none. */
  int next(int from, long bytes) {
    for (int at = from; at < maxBytes.length; at++) {
      if (bytes <= maxBytes[at]) {
        return at;
      }
    }
    return -1;
  }
}
