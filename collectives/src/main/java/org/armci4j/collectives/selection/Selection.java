package org.armci4j.collectives.selection;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
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
  private final List<TableLine> measuredLines;
  private final GroupSpan span;
  private final int ranks;
  private final Map<Operation, Options<LevelForm>> levels;
  private final Map<Operation, Options<CombineForm>> combining;
  private final Map<Operation, Options<CopyForm>> copies;
  private final Map<Operation, Options<NativeReach>> natives;

  /** Null before the first portable call: no other job loads the algorithms. */
  private Map<Operation, Options<Algorithm>> algorithms;

  private Map<Operation, Options<Algorithm>> measured;

  /** Tells which forms in levels a group can take. */
  @FunctionalInterface
  public interface LevelAbility {
    /**
     * Returns whether a call can go so.
     *
     * @param loosest how far it may leave the order of the ranks
     */
    boolean can(LevelForm form, Shape shape, OperandOrder loosest);
  }

  /**
   * @param measured lines about algorithms, the same on all ranks
   * @param span how far the ranks are from each other
   * @param ranks how many the group has
   */
  public Selection(List<TableLine> measured, GroupSpan span, int ranks) {
    this.measuredLines = List.copyOf(measured);
    this.span = span;
    this.ranks = ranks;
    this.levels = shipped(Question.LEVEL, LevelForm.class);
    this.combining = shipped(Question.COMBINE, CombineForm.class);
    this.copies = shipped(Question.COPY, CopyForm.class);
    this.natives = shipped(Question.NATIVE, NativeReach.class);
  }

  private <E extends Enum<E>> Map<Operation, Options<E>> shipped(Question question, Class<E> type) {
    return options(ShippedTable.LINES, question, line -> TableLine.constant(type, line.way()));
  }

  private <W> Map<Operation, Options<W>> options(
      List<TableLine> table, Question question, Function<TableLine, W> read) {
    return Options.of(table, question, span, ranks, read);
  }

  /** Returns the algorithm that a line names. */
  static Algorithm algorithm(TableLine line) {
    Algorithm algorithm = Catalogue.find(line.operation(), line.way());
    if (algorithm == null) {
      throw new IllegalArgumentException("no algorithm: " + line);
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
      measured = options(measuredLines, Question.ALGORITHM, Selection::algorithm);
      algorithms = options(ShippedTable.LINES, Question.ALGORITHM, Selection::algorithm);
    }
    Algorithm algorithm =
        shape.regular() ? first(measured.get(shape.operation()), shape, loosest) : null;
    return algorithm != null ? algorithm : first(algorithms.get(shape.operation()), shape, loosest);
  }

  private static Algorithm first(Options<Algorithm> options, Shape shape, OperandOrder loosest) {
    int at = options == null ? -1 : options.next(0, shape.bytes());
    while (at >= 0 && !options.ways().get(at).fits(shape, loosest)) {
      at = options.next(at + 1, shape.bytes());
    }
    return at < 0 ? null : options.ways().get(at);
  }

  /**
   * Returns the form in levels for a shape; null where it goes without levels.
   *
   * @param loosest how far it may leave the order of the ranks
   */
  public LevelForm level(Shape shape, OperandOrder loosest, LevelAbility ability) {
    Options<LevelForm> options = levels.get(shape.operation());
    int at = options.next(0, shape.bytes());
    while (at >= 0 && !ability.can(options.ways().get(at), shape, loosest)) {
      at = options.next(at + 1, shape.bytes());
    }
    return at < 0 ? null : options.ways().get(at);
  }

  /** Returns whether ranks of one host that want a result combine all operands themselves. */
  public boolean isAtOnce(Shape shape) {
    return combining.get(shape.operation()).first(shape.bytes()) == CombineForm.AT_ONCE;
  }

  /** Returns the way of data between ranks of one host. */
  public CopyForm copy(Shape shape) {
    return copies.get(shape.operation()).first(shape.sourceBytes());
  }

  /** Returns whether the kernel is to copy between buffers in native memory that were found. */
  public boolean isForKernel(Shape shape) {
    return natives.get(shape.operation()).first(shape.bytes()) == NativeReach.KERNEL;
  }
}
