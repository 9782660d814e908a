package org.armci4j.collectives.selection;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.armci4j.collectives.Operation;
import org.armci4j.collectives.algorithm.OperandOrder;
import org.armci4j.collectives.algorithm.Shape;

/**
 * The ways of one operation, in the order of a table.
 *
 * @param maxBytes the longest call that takes each way
 * @param ways as many
 */
record Ways<W>(long[] maxBytes, List<W> ways) {
  /**
   * Returns the ways of each operation in a group.
   *
   * @param read gives the way of a line
   */
  static <W> Map<Operation, Ways<W>> of(
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
    Map<Operation, Ways<W>> all = new EnumMap<>(Operation.class);
    chosen.forEach(
        (operation, lines) -> {
          long[] limits = lines.stream().mapToLong(line -> line.limitBytes(ranks)).toArray();
          all.put(operation, new Ways<>(limits, lines.stream().map(read).toList()));
        });
    return all;
  }

  /** Returns the first way for so many bytes. */
  W first(long bytes) {
    int at = 0;
    while (bytes > maxBytes[at]) {
      at++;
    }
    return ways.get(at);
  }

  /** Returns the first way that a call can take; null for none. */
  W first(Shape shape, OperandOrder loosest, Selection.Ability<W> ability) {
    long bytes = shape.bytes();
    for (int at = 0; at < maxBytes.length; at++) {
      if (bytes <= maxBytes[at] && ability.can(ways.get(at), shape, loosest)) {
        return ways.get(at);
      }
    }
    return null;
  }
}
