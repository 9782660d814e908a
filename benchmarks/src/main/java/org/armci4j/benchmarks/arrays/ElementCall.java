package org.armci4j.benchmarks.arrays;

import org.armci4j.Armci;
import org.armci4j.arrays.DoubleArray;
import org.armci4j.arrays.LongArray;
import org.armci4j.benchmarks.rank.MeasuredCall;

/** Reads, writes or counts up a single element by its indices. */
final class ElementCall implements MeasuredCall {
  private static final double OTHER = -1;

  private final ArrayPoint point;
  private final Armci armci;
  private final DoubleArray array;
  private final LongArray counters;
  private final int target;
  private final long row;
  private final long column;

  /** Keeps the JIT from leaving reads out. */
  private double last;

  /**
   * Prepares the call.
   *
   * @param counters one counter on each rank
   * @param target the rank that owns the element
   */
  ElementCall(ArrayPoint point, Armci armci, DoubleArray array, LongArray counters, int target) {
    this.point = point;
    this.armci = armci;
    this.array = array;
    this.counters = counters;
    this.target = target;
    this.row = array.distribution().block(target).lower(0);
    this.column = array.distribution().block(target).lower(1);
  }

  @Override
  public boolean isCollective() {
    return false;
  }

  @Override
  public void run(long count) {
    switch (point.operation()) {
      case "fetch-add" -> fetchAdd(count);
      case "get-element" -> get(count);
      default -> put(ArrayValues.left(row, column), count);
    }
  }

  private void fetchAdd(long count) {
    for (long i = 0; i < count; i++) {
      counters.fetchAndAdd(1, target);
    }
  }

  private void get(long count) {
    double sum = 0;
    for (long i = 0; i < count; i++) {
      sum += array.get(row, column);
    }
    last = sum;
  }

  private void put(double value, long count) {
    for (long i = 0; i < count; i++) {
      array.put(value, row, column);
      armci.fence(target);
    }
  }

  @Override
  public void check() {
    if (point.operation().equals("fetch-add")) {
      long before = counters.get(target);
      fetchAdd(5);
      long after = counters.fetchAndAdd(0, target);
      ArrayValues.expect(point, 0, (double) after, (double) (before + 5));
      return;
    }
    put(OTHER, 1);
    get(2);
    ArrayValues.expect(point, 0, last, 2 * OTHER);
    run(1);
    put(ArrayValues.left(row, column), 1);
    get(1);
    ArrayValues.expect(point, 0, last, ArrayValues.left(row, column));
  }
}
