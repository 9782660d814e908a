package org.armci4j.lab.thesis;

import java.util.ArrayList;
import java.util.List;
import org.armci4j.collectives.Operation;
import org.armci4j.collectives.algorithm.Algorithm;
import org.armci4j.collectives.algorithm.OperandOrder;
import org.armci4j.collectives.selection.Catalogue;

/**
 * Lists the algorithms of the collectives and, behind them, those of Gupta's thesis (2002) that no
 * rule and no measured machine would choose.
 */
public final class ThesisAlgorithms {
  private static final int[] DEGREES = {1, 3, 7, 15};

  /** All algorithms. */
  public static final List<Algorithm> ALL = all();

  private ThesisAlgorithms() {}

  private static List<Algorithm> all() {
    List<Algorithm> all = new ArrayList<>(Catalogue.ALL);
    all.add(
        new Algorithm(
            Operation.BARRIER,
            "recursive-doubling",
            OperandOrder.NONE,
            _ -> true,
            RecursiveDoublingBarrier::schedule,
            RecursiveDoublingBarrier::nanos,
            "Gupta, thesis (2002), ch. 4"));
    for (int k : DEGREES) {
      all.add(
          new Algorithm(
              Operation.ALLREDUCE,
              "tree-" + k,
              OperandOrder.BRACKETED,
              _ -> true,
              shape -> TreeAllreduce.schedule(shape, k),
              (shape, machine) -> TreeAllreduce.nanos(shape, machine, k),
              "Gupta, thesis (2002), ch. 6"));
    }
    return List.copyOf(all);
  }

  /**
   * Returns an algorithm.
   *
   * @param operation what it does
   * @param name its name, which exists
   */
  public static Algorithm find(Operation operation, String name) {
    return ALL.stream()
        .filter(one -> one.operation() == operation && one.name().equals(name))
        .findFirst()
        .orElseThrow();
  }
}
