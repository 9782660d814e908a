package org.armci4j.collectives.selection;

import static org.armci4j.collectives.algorithm.OperandOrder.BRACKETED;
import static org.armci4j.collectives.algorithm.OperandOrder.PERMUTED;
import static org.armci4j.collectives.algorithm.OperandOrder.RANK;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.armci4j.collectives.Operation;
import org.armci4j.collectives.algorithm.Algorithm;
import org.armci4j.collectives.algorithm.OperandOrder;
import org.armci4j.collectives.algorithm.Shape;
import org.armci4j.collectives.cost.LogGP;

/**
 * Makes the lines of a table by the costs of all algorithms on a measured machine. The lines of one
 * length name the fastest algorithm of each order of operands, the loosest order first.
 *
 * @param machine as it is to the ranks
 * @param span how far the ranks are from each other
 */
public record ModelTable(LogGP machine, GroupSpan span) {
  private static final int ELEMENT_BYTES = 8;

  /** Two sizes for each doubling; longer messages are served as the longest. */
  private static final int SIZES = 52;

  private static final List<OperandOrder> ORDERS = List.of(PERMUTED, BRACKETED, RANK);

  /** Larger groups are served as if they were a little larger than so many ranks. */
  private static final int MOST_RANKS = 64;

  /** Returns the lines for groups of any number of ranks. */
  public List<TableLine> lines() {
    List<TableLine> lines = new ArrayList<>();
    for (int power = 2; power <= MOST_RANKS; power *= 2) {
      lines.addAll(lines(power));
      int even = power + power / 2;
      int most = power == MOST_RANKS ? Integer.MAX_VALUE : 2 * power - 1;
      lines.addAll(power == 2 ? lines(even) : lines(power + 1, most, even, even + 1));
    }
    return lines;
  }

  /** Returns the lines for groups of so many ranks. */
  public List<TableLine> lines(int ranks) {
    return lines(ranks, ranks, ranks);
  }

  /**
   * @param samples numbers of ranks by whose costs the lines are chosen, the first before the
   *     others
   */
  private List<TableLine> lines(int minRanks, int maxRanks, int... samples) {
    List<TableLine> lines = new ArrayList<>();
    for (Operation operation : Operation.values()) {
      List<Algorithm> best = best(operation, 0, samples);
      for (int size = 0; size < SIZES; size++) {
        List<Algorithm> next = size + 1 == SIZES ? List.of() : best(operation, size + 1, samples);
        if (!next.equals(best)) {
          long most = size + 1 == SIZES ? TableLine.NO_LIMIT : sizeBytes(size);
          for (Algorithm one : best) {
            lines.add(
                new TableLine(
                    TableLine.Question.ALGORITHM,
                    span,
                    operation,
                    minRanks,
                    maxRanks,
                    most,
                    0,
                    one.name()));
          }
        }
        best = next;
      }
    }
    return lines;
  }

  private List<Algorithm> best(Operation operation, int size, int... samples) {
    long count = operation == Operation.BARRIER ? 0 : sizeBytes(size) / ELEMENT_BYTES;
    return IntStream.of(samples)
        .mapToObj(ranks -> new Shape(operation, 0, ranks, 0, count, ELEMENT_BYTES))
        .flatMap(shape -> ORDERS.stream().map(loosest -> best(shape, loosest)))
        .distinct()
        .toList();
  }

  private Algorithm best(Shape shape, OperandOrder loosest) {
    Algorithm best = null;
    double least = Double.POSITIVE_INFINITY;
    for (Algorithm one : Catalogue.ALL) {
      if (one.fits(shape, loosest)) {
        double nanos = one.nanos(shape, machine);
        if (nanos < least || best == null) {
          best = one;
          least = nanos;
        }
      }
    }
    return best;
  }

  private static long sizeBytes(int index) {
    long whole = (long) ELEMENT_BYTES << (index / 2);
    return index % 2 == 0 ? whole : whole + whole / 2 / ELEMENT_BYTES * ELEMENT_BYTES;
  }
}
