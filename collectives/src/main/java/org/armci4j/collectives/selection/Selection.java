package org.armci4j.collectives.selection;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.collectives.Operation;
import org.armci4j.collectives.algorithm.Algorithm;
import org.armci4j.collectives.algorithm.OperandOrder;
import org.armci4j.collectives.algorithm.Shape;
import org.armci4j.collectives.selection.TableLine.Question;

/**
 * Chooses how the calls of a group go, when no algorithm is forced. A table says it: the shipped
 * one ({@link ShippedTable}), before which stand lines that were measured for the machine. The
 * first line that fits a call serves it. The same on all ranks of the group.
 */
public final class Selection {
  private final List<TableLine> measured;
  private final GroupSpan span;
  private final int ranks;
  private final Map<Operation, Ways<LevelForm>> levels;

  private final Map<Operation, Ways<Boolean>> atOnce;
  private final Map<Operation, Ways<CopyForm>> copies;
  private final Map<Operation, Ways<Boolean>> byKernel;

  /** Up to so many bytes all calls go through the slots: the shortest ones look nothing up. */
  private final long slotsBytes;

  /** Null before the first portable call: no other job loads the algorithms. */
  private Map<Operation, Ways<Algorithm>> algorithms;

  private Map<Operation, Ways<Algorithm>> measuredAlgorithms;

  /** Tells which ways a call can take, apart from its length. */
  @FunctionalInterface
  public interface Ability<W> {
    /**
     * Returns whether a call can go so.
     *
     * @param loosest how far it may leave the order of the ranks
     */
    boolean can(W way, Shape shape, OperandOrder loosest);
  }

  /**
   * @param measured lines about algorithms, the same on all ranks
   * @param span how far the ranks are from each other
   * @param ranks how many the group has
   */
  public Selection(List<TableLine> measured, GroupSpan span, int ranks) {
    this.measured = List.copyOf(measured);
    this.span = span;
    this.ranks = ranks;
    this.levels = shipped(Question.LEVEL, way -> TableLine.constant(LevelForm.class, way));
    this.atOnce = shipped(Question.COMBINE, "at-once"::equals);
    this.copies = shipped(Question.COPY, way -> TableLine.constant(CopyForm.class, way));
    this.slotsBytes = slotsBytes();
    this.byKernel = shipped(Question.NATIVE, "kernel"::equals);
  }

  /** Returns the ways of each operation; none for what groups of this span never ask. */
  private <W> Map<Operation, Ways<W>> shipped(Question question, Function<String, W> read) {
    boolean isAsked = (question == Question.LEVEL) == (span == GroupSpan.NETWORK);
    return isAsked ? ways(ShippedTable.LINES, question, line -> read.apply(line.way())) : Map.of();
  }

  private <W> Map<Operation, Ways<W>> ways(
      List<TableLine> table, Question question, Function<TableLine, W> read) {
    return Ways.of(table, question, span, ranks, read);
  }

  private long slotsBytes() {
    long least = Long.MAX_VALUE;
    for (Ways<CopyForm> ways : copies.values()) {
      least = Math.min(least, ways.lead() == CopyForm.SLOTS ? ways.leadBytes() : -1);
    }
    return least;
  }

  /** Returns the lines that were measured, which may be about parts of the group. */
  public List<TableLine> measured() {
    return measured;
  }

  /**
   * Returns the algorithm that a line names.
   *
   * @throws IllegalArgumentException when the line names none
   */
  static Algorithm algorithm(TableLine line) {
    if (line.question() != Question.ALGORITHM) {
      throw new IllegalArgumentException("'" + line + "' chooses no algorithm");
    }
    Algorithm algorithm = Catalogue.find(line.operation(), line.way());
    if (algorithm == null) {
      throw new IllegalArgumentException(
          Text.format(
              "'%s' is no algorithm of %s, in the line '%s'",
              line.way(), line.operation().label(), line));
    }
    return algorithm;
  }

  /**
   * Returns the portable algorithm for a shape. Measured lines are about parts of equal length.
   *
   * @param loosest how far it may leave the order of the ranks
   */
  public Algorithm choose(Shape shape, OperandOrder loosest) {
    if (algorithms == null) {
      measuredAlgorithms = ways(measured, Question.ALGORITHM, Selection::algorithm);
      algorithms = ways(ShippedTable.LINES, Question.ALGORITHM, Selection::algorithm);
    }
    Algorithm best =
        shape.regular() ? first(measuredAlgorithms, shape, loosest, Algorithm::fits) : null;
    return best != null ? best : first(algorithms, shape, loosest, Algorithm::fits);
  }

  /**
   * Returns the form in levels for a shape; null where it goes without levels.
   *
   * @param loosest how far it may leave the order of the ranks
   */
  public LevelForm level(Shape shape, OperandOrder loosest, Ability<LevelForm> ability) {
    return first(levels, shape, loosest, ability);
  }

  private static <W> W first(
      Map<Operation, Ways<W>> all, Shape shape, OperandOrder loosest, Ability<W> ability) {
    return all.get(shape.operation()).first(shape, loosest, ability);
  }

  /** Returns whether ranks of one host that want a result combine all operands themselves. */
  public boolean isAtOnce(Shape shape) {
    return atOnce.get(shape.operation()).first(shape.bytes());
  }

  /** Returns the way of data between ranks of one host. */
  public CopyForm copy(Shape shape) {
    long bytes = shape.sourceBytes();
    return bytes <= slotsBytes ? CopyForm.SLOTS : copies.get(shape.operation()).first(bytes);
  }

  /** Returns whether the kernel is to copy between buffers in native memory that were found. */
  public boolean isForKernel(Shape shape) {
    return byKernel.get(shape.operation()).first(shape.bytes());
  }
}
