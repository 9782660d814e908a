package org.armci4j.lab.simulator.path;

import java.util.Arrays;

/** A growing queue of numbers, first in, first out. */
final class IntRing {
  private int[] values = new int[8];
  private int head;
  private int size;

  static IntRing[] many(int count) {
    IntRing[] rings = new IntRing[count];
    Arrays.setAll(rings, _ -> new IntRing());
    return rings;
  }

  boolean isEmpty() {
    return size == 0;
  }

  int size() {
    return size;
  }

  int first() {
    return values[head];
  }

  void add(int value) {
    if (size == values.length) {
      int[] longer = new int[2 * size];
      for (int i = 0; i < size; i++) {
        longer[i] = values[(head + i) & (size - 1)];
      }
      values = longer;
      head = 0;
    }
    values[(head + size++) & (values.length - 1)] = value;
  }

  int take() {
    int value = values[head];
    head = (head + 1) & (values.length - 1);
    size--;
    return value;
  }
}
