package org.armci4j.collectives.selection;

import static org.armci4j.collectives.Operation.ALLGATHER;
import static org.armci4j.collectives.Operation.ALLREDUCE;
import static org.armci4j.collectives.Operation.ALLTOALL;
import static org.armci4j.collectives.Operation.BARRIER;
import static org.armci4j.collectives.Operation.BROADCAST;
import static org.armci4j.collectives.Operation.EXSCAN;
import static org.armci4j.collectives.Operation.GATHER;
import static org.armci4j.collectives.Operation.REDUCE;
import static org.armci4j.collectives.Operation.REDUCE_SCATTER;
import static org.armci4j.collectives.Operation.SCAN;
import static org.armci4j.collectives.Operation.SCATTER;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.armci4j.collectives.Operation;
import org.armci4j.collectives.algorithm.Algorithm;
import org.armci4j.collectives.algorithm.OperandOrder;
import org.armci4j.collectives.algorithm.Shape;

/**
 * Chooses the portable algorithm for a shape when none is forced: that of the first rule that fits.
 */
public final class Selection {
  private static final long ANY = Long.MAX_VALUE;

  /**
   * @param maxBytes for messages of at most so many bytes
   * @param minRanks for groups of at least so many ranks
   * @param maxRanks and at most so many
   */
  private record Rule(
      Operation operation, long maxBytes, int minRanks, int maxRanks, Algorithm algorithm) {
    Rule(Operation operation, long maxBytes, int minRanks, int maxRanks, String name) {
      this(operation, maxBytes, minRanks, maxRanks, find(operation, name));
    }

    Rule(Operation operation, long maxBytes, int minRanks, String name) {
      this(operation, maxBytes, minRanks, Integer.MAX_VALUE, name);
    }

    boolean fits(Shape shape, OperandOrder loosest) {
      return shape.bytes() <= maxBytes
          && shape.size() >= minRanks
          && shape.size() <= maxRanks
          && algorithm.fits(shape, loosest);
    }
  }

  private static final Map<Operation, List<Rule>> RULES =
      Stream.of(
              new Rule(BARRIER, ANY, 1, "dissemination"),
              new Rule(BROADCAST, 32 * 1024, 1, 8, "binomial"),
              new Rule(BROADCAST, 16 * 1024, 1, "binomial"),
              new Rule(BROADCAST, 64 * 1024, 1, "binomial-straight"),
              new Rule(BROADCAST, ANY, 1, 7, "chain-straight"),
              new Rule(BROADCAST, 512 * 1024, 1, "binomial-straight"),
              new Rule(BROADCAST, ANY, 1, "scatter-allgather-straight"),
              new Rule(REDUCE, 1024, 8, "tree-3"),
              new Rule(REDUCE, 2048, 1, "flat"),
              new Rule(REDUCE, ANY, 1, "chain"),
              new Rule(ALLREDUCE, 4096, 4, "recursive-doubling"),
              new Rule(ALLREDUCE, 2048, 1, "flat"),
              new Rule(ALLREDUCE, 64 * 1024, 1, 2, "flat-straight"),
              new Rule(ALLREDUCE, 16 * 1024, 4, "rabenseifner"),
              new Rule(ALLREDUCE, 16 * 1024, 1, "pairwise"),
              new Rule(ALLREDUCE, ANY, 1, "pairwise-straight"),
              new Rule(ALLREDUCE, ANY, 4, "rabenseifner"),
              new Rule(ALLREDUCE, ANY, 1, "pairwise"),
              new Rule(GATHER, 512, 8, "binomial"),
              new Rule(GATHER, ANY, 1, "flat"),
              new Rule(SCATTER, 512, 8, "binomial"),
              new Rule(SCATTER, ANY, 1, "flat"),
              new Rule(ALLGATHER, 4096, 1, "recursive-doubling"),
              new Rule(ALLGATHER, 4096, 1, "bruck"),
              new Rule(ALLGATHER, 64 * 1024, 1, 2, "flat-straight"),
              new Rule(ALLGATHER, 16 * 1024, 1, "neighbour"),
              new Rule(ALLGATHER, ANY, 1, "neighbour-straight"),
              new Rule(ALLGATHER, 16 * 1024, 1, "ring"),
              new Rule(ALLGATHER, ANY, 1, "ring-straight"),
              new Rule(ALLGATHER, ANY, 1, "ring"),
              new Rule(ALLTOALL, 256, 8, "bruck"),
              new Rule(ALLTOALL, 16 * 1024, 1, "pairwise"),
              new Rule(ALLTOALL, ANY, 1, "pairwise-straight"),
              new Rule(ALLTOALL, ANY, 1, "pairwise"),
              new Rule(REDUCE_SCATTER, ANY, 1, "pairwise"),
              new Rule(SCAN, 4096, 4, "recursive-doubling"),
              new Rule(SCAN, ANY, 1, "chain"),
              new Rule(EXSCAN, 4096, 4, "recursive-doubling"),
              new Rule(EXSCAN, ANY, 1, "chain"))
          .collect(Collectors.groupingBy(Rule::operation));

  private Selection() {}

  /** Returns the algorithm of that name, or null. */
  public static Algorithm find(Operation operation, String name) {
    return Catalogue.ALL.stream()
        .filter(a -> a.operation() == operation && a.name().equals(name))
        .findFirst()
        .orElse(null);
  }

  /**
   * Returns the algorithm for a shape; on all ranks the same.
   *
   * @param loosest how far it may leave the order of the ranks
   */
  public static Algorithm choose(Shape shape, OperandOrder loosest) {
    for (Rule rule : RULES.get(shape.operation())) {
      if (rule.fits(shape, loosest)) {
        return rule.algorithm();
      }
    }
    throw new IllegalStateException("no rule for " + shape);
  }
}
