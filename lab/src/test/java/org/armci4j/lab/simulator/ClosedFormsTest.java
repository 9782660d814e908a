package org.armci4j.lab.simulator;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.armci4j.bootstrap.text.Text;
import org.armci4j.collectives.Operation;
import org.armci4j.collectives.cost.LogGP;
import org.armci4j.lab.thesis.ThesisAlgorithms;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Where books have a formula, an algorithm's own and its schedules played come to the same. */
class ClosedFormsTest {
  private static final double EXACT = 1e-6;
  private static final double START = Played.LEVEL.startNanos();

  private static void check(Operation operation, String name, int ranks, long bytes, double book) {
    String what = Text.format("%s %s of %d ranks", operation, name, ranks);
    double said =
        ThesisAlgorithms.find(operation, name)
            .nanos(Played.shape(operation, ranks, bytes), Played.LEVEL);
    assertEquals(START + book, said, EXACT, what + ", formula");
    assertEquals(
        START + book, Played.of(operation, name, ranks, bytes).nanos(), EXACT, what + ", played");
  }

  private static double hop(long bytes, double perByteNanos) {
    LogGP m = Played.LEVEL;
    return 2 * m.overheadNanos()
        + m.latencyNanos()
        + bytes * (m.sendNanosPerByte() + m.nanosPerByte() + perByteNanos);
  }

  private static int log2(int ranks) {
    return (int) Math.ceil(Math.log(ranks) / Math.log(2) - 1e-9);
  }

  /** Hensgen, Finkel, Manber: ⌈log2 n⌉ (2o + L). */
  @ParameterizedTest
  @ValueSource(ints = {2, 3, 5, 8, 100, 1024, 1025})
  void dissemination(int ranks) {
    check(Operation.BARRIER, "dissemination", ranks, 0, log2(ranks) * hop(0, 0));
  }

  /** Thakur, Rabenseifner, Gropp: ⌈log2 n⌉ (α + kβ). */
  @ParameterizedTest
  @ValueSource(ints = {2, 4, 8, 64, 1024})
  void binomial(int ranks) {
    double one = hop(64, Played.LEVEL.copyNanosPerByte());
    check(Operation.BROADCAST, "binomial", ranks, 64, log2(ranks) * one);
  }

  /** The same authors: (n − 1) (α + kβ). */
  @ParameterizedTest
  @ValueSource(ints = {2, 3, 8, 100})
  void ring(int ranks) {
    double one = hop(64, Played.LEVEL.copyNanosPerByte());
    check(Operation.ALLGATHER, "ring", ranks, 64, (ranks - 1) * one);
  }

  /** The ring of an allreduce: 2 (n − 1) steps of k / n, and a copy at each end. */
  @ParameterizedTest
  @ValueSource(ints = {2, 4, 16})
  void ringOfShares(int ranks) {
    LogGP m = Played.LEVEL;
    double step = hop(64, m.combineNanosPerByte()) + hop(64, m.copyNanosPerByte());
    long bytes = 64L * ranks;
    double copies = 2 * (m.stepNanos() + bytes * m.copyNanosPerByte());
    check(Operation.ALLREDUCE, "ring", ranks, bytes, copies + (ranks - 1) * step);
  }

  /** Gupta, figure 6.16, the best case: each step waits for one child, and combines k. */
  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void treeOfDegree(int k) {
    LogGP m = Played.LEVEL;
    int steps = k == 1 ? 4 : 2;
    double child = m.overheadNanos() + 64 * m.combineNanosPerByte();
    double copies = 2 * (m.stepNanos() + 64 * m.copyNanosPerByte());
    double book = copies + steps * (hop(64, m.combineNanosPerByte()) + (k - 1) * child);
    check(Operation.REDUCE, "tree-" + k, 16, 64, book);
  }
}
