package org.armci4j.lab.simulator.play;

import java.util.Arrays;

/** Orders ranks that can go on by time: a heap with four children a node, in two arrays. */
final class ReadyQueue {
  private static final int CHILDREN = 4;

  private double[] times = new double[64];
  private int[] ranks = new int[64];
  private int size;

  boolean isEmpty() {
    return size == 0;
  }

  /** Returns the earliest time; infinity if no rank is here. */
  double earliestNanos() {
    return size == 0 ? Double.POSITIVE_INFINITY : times[0];
  }

  void add(double timeNanos, int rank) {
    if (size == ranks.length) {
      times = Arrays.copyOf(times, 2 * size);
      ranks = Arrays.copyOf(ranks, 2 * size);
    }
    int hole = size++;
    while (hole > 0 && timeNanos < times[(hole - 1) / CHILDREN]) {
      move((hole - 1) / CHILDREN, hole);
      hole = (hole - 1) / CHILDREN;
    }
    set(hole, timeNanos, rank);
  }

  /** Removes and returns the earliest rank. */
  int take() {
    int first = ranks[0];
    size--;
    double timeNanos = times[size];
    int rank = ranks[size];
    int hole = 0;
    for (int child = earliestChild(hole);
        child < size && times[child] < timeNanos;
        child = earliestChild(hole)) {
      move(child, hole);
      hole = child;
    }
    set(hole, timeNanos, rank);
    return first;
  }

  private int earliestChild(int node) {
    int earliest = node * CHILDREN + 1;
    int end = Math.min(earliest + CHILDREN, size);
    for (int child = earliest + 1; child < end; child++) {
      if (times[child] < times[earliest]) {
        earliest = child;
      }
    }
    return earliest;
  }

  private void move(int from, int to) {
    times[to] = times[from];
    ranks[to] = ranks[from];
  }

  private void set(int at, double timeNanos, int rank) {
    times[at] = timeNanos;
    ranks[at] = rank;
  }
}
