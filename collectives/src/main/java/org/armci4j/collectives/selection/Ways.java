package org.armci4j.collectives.selection;

import java.util.ArrayList;
import java.util.Arrays;
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
 * @param lead the first way, apart, as the shortest calls count each nanosecond
 * @param leadBytes the longest call that takes it
 */
record Ways<W>(long[] maxBytes, List<W> ways, W lead, long leadBytes) {
  /**
   * Returns the ways of each operation in a group. In loops, as each job's start runs this before
   * anything is compiled.
   *
   * @param read gives the way of a line
   */
  static <W> Map<Operation, Ways<W>> of(
      List<TableLine> table,
      TableLine.Question question,
      GroupSpan span,
      int ranks,
      Function<TableLine, W> read) {
    Map<Operation, Ways<W>> all = new EnumMap<>(Operation.class);
    for (Operation operation : Operation.values()) {
      long[] limits = new long[table.size()];
      List<W> ways = new ArrayList<>();
      for (TableLine line : table) {
        if (line.isFor(question, operation, span, ranks)) {
          limits[ways.size()] = line.limitBytes(ranks);
          ways.add(read.apply(line));
        }
      }
      W lead = ways.isEmpty() ? null : ways.getFirst();
      long leadBytes = ways.isEmpty() ? -1 : limits[0];
      all.put(operation, new Ways<>(Arrays.copyOf(limits, ways.size()), ways, lead, leadBytes));
    }
    return all;
  }

  /** Returns the first way for so many bytes. */
  W first(long bytes) {
    return bytes <= leadBytes ? lead : next(bytes);
  }

  private W next(long bytes) {
    int at = 1;
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
