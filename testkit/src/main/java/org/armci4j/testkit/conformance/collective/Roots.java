package org.armci4j.testkit.conformance.collective;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import org.armci4j.GlobalMemory;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.collectives.AlgorithmInfo;
import org.armci4j.collectives.Collectives;
import org.armci4j.collectives.ElementType;
import org.armci4j.collectives.Elements;
import org.armci4j.collectives.Operation;
import org.armci4j.collectives.Reduction;
import org.armci4j.error.ArmciException;
import org.armci4j.testkit.conformance.trial.Trial;

/**
 * Runs rounds of five different collectives without a pause, so that some ranks are several calls
 * ahead of others. The root goes round the ranks. Each collective runs by all its algorithms in
 * turn, from the heap and from global memory.
 */
final class Roots {
  private static final int ROUNDS = 1000;
  private static final int IN_A_ROUND = 5;
  private static final int FEW_ELEMENTS = 40;

  /** More elements than fit into all slots between two ranks. */
  private static final int MOST_ELEMENTS = 5000;

  private static final int SELDOM = 16;
  private static final List<Operation> OPERATIONS = List.of(Operation.values());

  private Roots() {}

  static void run(Trial trial) {
    try (Collectives collectives = Collectives.of(trial.armci())) {
      RootedCalls calls = new RootedCalls(trial, collectives);
      for (int round = 0; round < trial.times(ROUNDS); round++) {
        for (int i = 0; i < IN_A_ROUND; i++) {
          calls.next();
        }
      }
      calls.free();
    }
  }

  /** Makes the calls of one rank. Element i of rank r in call c is a function of i, r and c. */
  private static final class RootedCalls {
    private final Trial trial;
    private final Collectives collectives;
    private final int size;
    private final int place;
    private final GlobalMemory memory;
    private final List<List<String>> names = new ArrayList<>();
    private int number;
    private int count;

    RootedCalls(Trial trial, Collectives collectives) {
      this.trial = trial;
      this.collectives = collectives;
      this.size = trial.size();
      this.place = trial.rank();
      this.memory = trial.armci().allocate(2L * size * MOST_ELEMENTS * Long.BYTES);
      for (Operation operation : OPERATIONS) {
        names.add(
            Collectives.algorithms().stream()
                .filter(info -> info.operation() == operation)
                .map(AlgorithmInfo::name)
                .filter(name -> serves(operation, name))
                .toList());
      }
    }

    /**
     * Returns whether an algorithm serves this number of ranks. An algorithm that does not says so
     * on all ranks.
     */
    private boolean serves(Operation operation, String name) {
      try {
        collectives
            .using(operation, name)
            .algorithmFor(operation, 1, ElementType.LONG, Reduction.SUM);
        return true;
      } catch (ArmciException refusal) {
        return false;
      }
    }

    private long value(int rank, long index) {
      return 1_000_003L * number + 1009L * rank + index;
    }

    /** Returns the sum of an element over ranks 0 to {@code last}. */
    private long sum(int last, long index) {
      return (last + 1L) * value(0, index) + 1009L * last * (last + 1) / 2;
    }

    void next() {
      number++;
      Operation operation = OPERATIONS.get(number % OPERATIONS.size());
      List<String> algorithms = names.get(number % OPERATIONS.size());
      String algorithm = algorithms.get(number / OPERATIONS.size() % algorithms.size());
      int root = (number + number / size) % size;
      count = number % SELDOM == 0 ? MOST_ELEMENTS : 1 + number % FEW_ELEMENTS;
      Collectives by = collectives.using(operation, algorithm);
      Elements destination = call(by, operation, root);
      if (destination != null) {
        check(operation, algorithm, root, destination);
      }
    }

    /** Returns this rank's result; null where it has none. */
    private Elements call(Collectives by, Operation operation, int root) {
      boolean parts =
          switch (operation) {
            case ALLTOALL, REDUCE_SCATTER, SCATTER -> true;
            default -> false;
          };
      Elements source = elements(0, parts ? size * count : count);
      fill(source);
      boolean all =
          switch (operation) {
            case ALLTOALL, ALLGATHER, GATHER -> true;
            default -> false;
          };
      Elements destination = elements(1, all ? size * count : count);
      boolean isRoot = place == root;
      switch (operation) {
        case BARRIER -> by.barrier();
        case BROADCAST -> by.broadcast(source, root);
        case REDUCE -> by.reduce(source, destination, Reduction.SUM, root);
        case ALLREDUCE -> by.allreduce(source, destination, Reduction.SUM);
        case GATHER -> by.gather(source, destination, root);
        case SCATTER -> by.scatter(source, destination, root);
        case ALLGATHER -> by.allgather(source, destination);
        case ALLTOALL -> by.alltoall(source, destination);
        case REDUCE_SCATTER -> by.reduceScatter(source, destination, Reduction.SUM);
        case SCAN -> by.scan(source, destination, Reduction.SUM);
        case EXSCAN -> by.exscan(source, destination, Reduction.SUM);
      }
      return switch (operation) {
        case BARRIER -> null;
        case BROADCAST -> source;
        case REDUCE, GATHER -> isRoot ? destination : null;
        case EXSCAN -> place == 0 ? null : destination;
        default -> destination;
      };
    }

    /** Returns elements in global memory or on the heap, in turn. */
    private Elements elements(int half, int length) {
      return number % 2 == 0
          ? Elements.of(new long[length])
          : Elements.of(
              memory, (long) half * size * MOST_ELEMENTS * Long.BYTES, length, ElementType.LONG);
    }

    private void fill(Elements elements) {
      MemorySegment segment = elements.segment();
      for (long i = 0; i < elements.count(); i++) {
        segment.set(ValueLayout.JAVA_LONG, elements.offset() + 8 * i, value(place, i));
      }
    }

    private void check(Operation operation, String algorithm, int root, Elements result) {
      for (long i = 0; i < result.count(); i++) {
        long index = i;
        long seen = result.segment().get(ValueLayout.JAVA_LONG, result.offset() + 8 * i);
        trial.requireEqual(
            expected(operation, root, i),
            seen,
            () ->
                Text.format(
                    "call %d, %s by %s, root %d, element %d",
                    number, operation.label(), algorithm, root, index));
      }
    }

    private long expected(Operation operation, int root, long index) {
      int part = (int) (index / count);
      long within = index % count;
      return switch (operation) {
        case BROADCAST -> value(root, index);
        case REDUCE, ALLREDUCE -> sum(size - 1, index);
        case GATHER, ALLGATHER -> value(part, within);
        case SCATTER -> value(root, (long) place * count + index);
        case ALLTOALL -> value(part, (long) place * count + within);
        case REDUCE_SCATTER -> sum(size - 1, (long) place * count + index);
        case SCAN -> sum(place, index);
        case EXSCAN -> sum(place - 1, index);
        case BARRIER -> throw new IllegalArgumentException("a barrier has no result");
      };
    }

    void free() {
      trial.armci().barrier();
      trial.armci().free(memory);
    }
  }
}
