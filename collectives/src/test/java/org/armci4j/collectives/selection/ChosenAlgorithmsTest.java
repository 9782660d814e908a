package org.armci4j.collectives.selection;

import static org.armci4j.collectives.algorithm.OperandOrder.BRACKETED;
import static org.armci4j.collectives.algorithm.OperandOrder.NONE;
import static org.armci4j.collectives.algorithm.OperandOrder.PERMUTED;
import static org.armci4j.collectives.algorithm.OperandOrder.RANK;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.armci4j.collectives.Operation;
import org.armci4j.collectives.algorithm.Algorithm;
import org.armci4j.collectives.algorithm.OperandOrder;
import org.armci4j.collectives.algorithm.Shape;
import org.armci4j.collectives.cost.LogGP;
import org.armci4j.collectives.cost.MachineModel;
import org.junit.jupiter.api.Test;

/** Each algorithm is taken by a fixed rule or by the model of one of these machines. */
class ChosenAlgorithmsTest {
  private static final int[] RANKS = {2, 3, 4, 5, 8, 12, 16, 17, 20, 31, 64};
  private static final int LONGEST = 1 << 18;

  /** Ranks of one host whose straight writes come from memory that is in no near cache. */
  private static final LogGP FAR_FROM_CACHES =
      new LogGP(100, 120, 90, 0, 0, 0.1, 0.2, 0.1, 0.15, 15);

  /** Hosts that a slow network joins, whose bytes the processors move. */
  private static final LogGP SLOW_NETWORK =
      new LogGP(100, 50_000, 2000, 0, 0.08, 0.1, 0.1, 0.1, 0.15, 15);

  private static final List<LogGP> MACHINES =
      List.of(
          MachineModel.typical().inside(),
          MachineModel.typical().between(),
          FAR_FROM_CACHES,
          SLOW_NETWORK);

  @Test
  void noneIsOnlyForced() {
    Set<String> left = new TreeSet<>();
    Catalogue.ALL.forEach(one -> left.add(name(one)));
    for (int ranks : RANKS) {
      left.removeAll(takenByModels(ranks));
      for (Operation operation : Operation.values()) {
        for (OperandOrder loosest : orders(operation)) {
          left.removeAll(takenByRules(operation, ranks, loosest));
        }
      }
    }
    assertEquals(Set.of(), left);
  }

  private static List<OperandOrder> orders(Operation operation) {
    return switch (operation) {
      case REDUCE, ALLREDUCE, REDUCE_SCATTER, SCAN, EXSCAN -> List.of(RANK, BRACKETED, PERMUTED);
      default -> List.of(NONE);
    };
  }

  private static Set<String> takenByRules(Operation operation, int ranks, OperandOrder loosest) {
    Set<String> taken = new TreeSet<>();
    Selection shipped = new Selection(List.of(), GroupSpan.NETWORK, ranks);
    for (int count = 1; count <= LONGEST; count *= 2) {
      Shape shape = new Shape(operation, 0, ranks, 0, count, Long.BYTES);
      taken.add(name(shipped.choose(shape, loosest)));
    }
    return taken;
  }

  private static Set<String> takenByModels(int ranks) {
    Set<String> taken = new TreeSet<>();
    for (LogGP machine : MACHINES) {
      new ModelTable(machine, GroupSpan.NETWORK)
          .lines(ranks)
          .forEach(line -> taken.add(name(Selection.algorithm(line))));
    }
    return taken;
  }

  private static String name(Algorithm algorithm) {
    return algorithm.operation().label() + " " + algorithm.name();
  }
}
