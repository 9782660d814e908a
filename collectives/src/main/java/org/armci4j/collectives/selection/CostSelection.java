package org.armci4j.collectives.selection;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.armci4j.collectives.Operation;
import org.armci4j.collectives.algorithm.Algorithm;
import org.armci4j.collectives.algorithm.OperandOrder;
import org.armci4j.collectives.algorithm.Shape;
import org.armci4j.collectives.cost.LogGP;

/**
 * Chooses the portable algorithm for a shape by the costs of all on a measured machine. What is
 * best for which sizes is found out once for each operation and order of operands, so that a call
 * looks into a short table. For one thread at a time.
 */
public final class CostSelection {
  private static final int ELEMENT_BYTES = 8;

  /** Two sizes for each doubling; longer messages are served as the longest. */
  private static final int SIZES = 52;

  private final LogGP machine;
  private final int size;
  private final Map<Operation, Map<OperandOrder, Range[]>> tables = new EnumMap<>(Operation.class);

  /**
   * Sizes served by one algorithm.
   *
   * @param upToBytes the largest; the smallest is behind that of the range before
   * @param algorithm is expected to be fastest
   */
  public record Range(long upToBytes, Algorithm algorithm) {}

  /**
   * @param machine as it is to the group's ranks, the same on all of them
   * @param size how many ranks the group has
   */
  public CostSelection(LogGP machine, int size) {
    this.machine = machine;
    this.size = size;
    for (Operation operation : Operation.values()) {
      tables.put(operation, new EnumMap<>(OperandOrder.class));
    }
  }

  /**
   * Returns the algorithm for a shape; on all ranks the same. Parts of unequal length are beyond
   * the formulas: fixed rules serve them.
   *
   * @param loosest how far it may leave the order of the ranks
   */
  public Algorithm choose(Shape shape, OperandOrder loosest) {
    if (!shape.regular()) {
      return Selection.choose(shape, loosest);
    }
    Range[] table = tables.get(shape.operation()).get(loosest);
    if (table == null) {
      table = ranges(shape.operation(), loosest).toArray(Range[]::new);
      tables.get(shape.operation()).put(loosest, table);
    }
    int at = 0;
    while (shape.bytes() > table[at].upToBytes()) {
      at++;
    }
    return table[at].algorithm();
  }

  /**
   * Returns which algorithm serves which sizes, in rising order; the last serves all that are
   * longer.
   */
  public List<Range> ranges(Operation operation, OperandOrder loosest) {
    List<Range> ranges = new ArrayList<>();
    for (int i = 0; i < SIZES; i++) {
      long bytes = sizeBytes(i);
      Algorithm best = best(operation, loosest, bytes);
      if (!ranges.isEmpty() && ranges.getLast().algorithm().equals(best)) {
        ranges.removeLast();
      }
      ranges.add(new Range(i == SIZES - 1 ? Long.MAX_VALUE : bytes, best));
    }
    return ranges;
  }

  private static long sizeBytes(int index) {
    long whole = (long) ELEMENT_BYTES << (index / 2);
    return index % 2 == 0 ? whole : whole + whole / 2 / ELEMENT_BYTES * ELEMENT_BYTES;
  }

  private Algorithm best(Operation operation, OperandOrder loosest, long bytes) {
    long count = operation == Operation.BARRIER ? 0 : bytes / ELEMENT_BYTES;
    Shape shape = new Shape(operation, 0, size, 0, count, ELEMENT_BYTES);
    Algorithm best = null;
    for (Algorithm one : Catalogue.ALL) {
      if (one.fits(shape, loosest)
          && (best == null || one.nanos(shape, machine) < best.nanos(shape, machine))) {
        best = one;
      }
    }
    return best;
  }
}
