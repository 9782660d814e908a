package org.armci4j.examples.mg;

/** Keeps the ten largest of the values offered to it, each with its cell. */
final class TopTen {
  static final int COUNT = 10;

  private final double[] values = new double[COUNT];
  private final long[] cells = new long[COUNT];
  private int size;

  /** Takes a value if it is among the ten largest so far. */
  void offer(double value, long cell) {
    if (size == COUNT && value <= values[COUNT - 1]) {
      return;
    }
    int place = size < COUNT ? size++ : COUNT - 1;
    for (; place > 0 && values[place - 1] < value; place--) {
      values[place] = values[place - 1];
      cells[place] = cells[place - 1];
    }
    values[place] = value;
    cells[place] = cell;
  }

  /** Returns the number of values kept: ten, or fewer if fewer were offered. */
  int size() {
    return size;
  }

  /** Returns the i-th largest value. */
  double value(int i) {
    return values[i];
  }

  /** Returns the cell of the i-th largest value. */
  long cell(int i) {
    return cells[i];
  }
}
