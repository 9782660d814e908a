package org.armci4j.lab.simulator;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.collectives.Operation;
import org.armci4j.collectives.algorithm.Algorithm;
import org.armci4j.collectives.algorithm.Shape;
import org.armci4j.collectives.schedule.Schedule;
import org.armci4j.lab.thesis.ThesisAlgorithms;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Where an algorithm takes ⌈log2 n⌉ steps, one rank's schedule has O(log n) steps and is made in
 * O(log n) memory: for 2^20 ranks about twice what 2^10 take.
 */
class ScheduleGrowthTest {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private static final int FEW = 1 << 10;
  private static final int MANY = 1 << 20;
  private static final double TWICE = 2.5;
  private static final int WARM_UP = 30;

  @ParameterizedTest
  @CsvSource({
    "BARRIER, dissemination",
    "BARRIER, recursive-doubling",
    "BROADCAST, binomial",
    "BROADCAST, binomial-straight",
    "REDUCE, tree-1",
    "REDUCE, tree-3",
    "REDUCE, tree-15",
    "ALLREDUCE, tree-1",
    "ALLREDUCE, tree-7",
    "ALLREDUCE, recursive-doubling",
    "ALLREDUCE, rabenseifner",
    "GATHER, binomial",
    "SCATTER, binomial",
    "ALLGATHER, recursive-doubling",
    "ALLGATHER, bruck",
    "SCAN, recursive-doubling",
    "EXSCAN, recursive-doubling"
  })
  void isLogarithmic(Operation operation, String name) {
    Algorithm algorithm = ThesisAlgorithms.find(operation, name);
    int fewer = 0;
    int more = 0;
    long fewerBytes = 0;
    long moreBytes = 0;
    for (int numerator : List.of(0, 1, 5, 8)) {
      Shape few = shape(operation, place(FEW, numerator), FEW);
      Shape many = shape(operation, place(MANY, numerator), MANY);
      fewer = Math.max(fewer, steps(algorithm.builder().apply(few)));
      more = Math.max(more, steps(algorithm.builder().apply(many)));
      fewerBytes = Math.max(fewerBytes, allocated(algorithm, few));
      moreBytes = Math.max(moreBytes, allocated(algorithm, many));
    }
    assertTrue(more <= TWICE * fewer, Text.format("%d steps, then %d", fewer, more));
    assertTrue(
        moreBytes <= TWICE * fewerBytes,
        Text.format("%d bytes on the heap, then %d", fewerBytes, moreBytes));
  }

  /** Some eighth of the way, or the last. */
  private static int place(int ranks, int numerator) {
    return Math.min(ranks - 1, ranks / 8 * numerator);
  }

  private static Shape shape(Operation operation, int place, int ranks) {
    return new Shape(operation, place, ranks, 0, operation == Operation.BARRIER ? 0 : 1, 8);
  }

  private static int steps(Schedule schedule) {
    return schedule.rounds().stream().mapToInt(List::size).sum();
  }

  /** The least of some, as the compilers and the first call of a lambda allocate too. */
  private static long allocated(Algorithm algorithm, Shape shape) {
    long least = Long.MAX_VALUE;
    for (int i = 0; i < WARM_UP; i++) {
      long before = THREADS.getCurrentThreadAllocatedBytes();
      Schedule schedule = algorithm.builder().apply(shape);
      long bytes = THREADS.getCurrentThreadAllocatedBytes() - before;
      assertTrue(schedule.workBytes() >= 0);
      least = Math.min(least, bytes);
    }
    return least;
  }
}
