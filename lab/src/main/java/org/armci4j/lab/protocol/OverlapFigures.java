package org.armci4j.lab.protocol;

import java.util.Arrays;
import org.armci4j.Accumulation;
import org.armci4j.Armci;
import org.armci4j.Handle;
import org.armci4j.benchmarks.rank.Computation;
import org.armci4j.transport.SegmentList;

/**
 * Measures the share of a transfer's time in which the calling rank can compute. It starts a
 * transfer, computes for as long as the transfer takes alone, and waits. The time of all three,
 * less that of the computation alone, is not covered. The OSU micro-benchmarks define overlap
 * alike, but time the computation during the transfer. Here it is timed alone, so that sharing a
 * core with the transfer is no gain.
 */
final class OverlapFigures {
  private static final String ROW = "R12";
  private static final int WARM_UP = 20;
  private static final int REPETITIONS = 9;
  private static final long WARM_UP_NANOS = 2_000_000_000;
  private static final int TARGET = 1;
  private static final long SEGMENT_BYTES = 2 << 10;
  private static final long[] SIZES_BYTES = {1 << 20, 4 << 20};
  private static final Accumulation SUM = Accumulation.ofDouble(0.5);

  private final MeasuredPair pair;
  private final Armci armci;
  private final Handle handle;
  private final Computation computation;

  OverlapFigures(MeasuredPair pair, Computation computation) {
    this.pair = pair;
    this.armci = pair.armci();
    this.handle = armci.newHandle();
    this.computation = computation;
  }

  void contiguous() {
    for (long size : SIZES_BYTES) {
      measure(
          "put", size, () -> armci.nbPut(pair.own(), 0, pair.memory(), TARGET, 0, size, handle));
      measure(
          "get", size, () -> armci.nbGet(pair.memory(), TARGET, 0, pair.own(), 0, size, handle));
      measure(
          "accumulate",
          size,
          () -> armci.nbAccumulate(SUM, pair.own(), 0, pair.memory(), TARGET, 0, size, handle));
    }
  }

  /** Measures lists of segments of 2 KiB. */
  void lists(String protocol) {
    SegmentList list = MeasuredPair.segments(SEGMENT_BYTES, false);
    measure(
        "put-list " + protocol,
        MeasuredPair.LIST_BYTES,
        () -> armci.lists().put(pair.own(), 0, pair.memory(), TARGET, 0, list, handle));
    measure(
        "get-list " + protocol,
        MeasuredPair.LIST_BYTES,
        () -> armci.lists().get(pair.memory(), TARGET, 0, pair.own(), 0, list, handle));
  }

  void sumsOfLists() {
    SegmentList list = MeasuredPair.segments(SEGMENT_BYTES, false);
    measure(
        "accumulate-list",
        MeasuredPair.LIST_BYTES,
        () -> armci.lists().accumulate(SUM, pair.own(), 0, pair.memory(), TARGET, 0, list, handle));
  }

  private void measure(String operation, long sizeBytes, Runnable start) {
    double[] calls = new double[REPETITIONS];
    double[] wholes = new double[REPETITIONS];
    double[] computed = new double[REPETITIONS];
    double[] both = new double[REPETITIONS];
    long begin = System.nanoTime();
    double usual = Double.MAX_VALUE;
    for (int i = 0; i < WARM_UP && System.nanoTime() - begin < WARM_UP_NANOS; i++) {
      usual = Math.min(usual, transfer(start, 0)[1]);
    }
    for (int i = 0; i < REPETITIONS; i++) {
      double[] alone = transfer(start, 0);
      calls[i] = alone[0];
      wholes[i] = alone[1];
      long steps = computation.steps(i == 0 ? usual : Times.of(Arrays.copyOf(wholes, i)).median());
      long computing = System.nanoTime();
      computation.run(steps);
      computed[i] = System.nanoTime() - computing;
      both[i] = transfer(start, steps)[1] - computed[i];
    }
    double whole = Times.of(wholes).median();
    Times left = Times.of(both);
    FigureLines.print(ROW, operation, sizeBytes, "call", Times.of(calls));
    FigureLines.print(ROW, operation, sizeBytes, "whole", Times.of(wholes));
    FigureLines.print(ROW, operation, sizeBytes, "not covered", left);
    FigureLines.print(
        ROW, operation, sizeBytes, "share", 1 - Math.clamp(left.median() / whole, 0, 1));
  }

  /** Returns the time of the call, and the time until all data were in place. */
  private double[] transfer(Runnable start, long steps) {
    long begin = System.nanoTime();
    start.run();
    long called = System.nanoTime();
    computation.run(steps);
    handle.await();
    armci.fence(TARGET);
    return new double[] {called - begin, System.nanoTime() - begin};
  }
}
