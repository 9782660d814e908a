package org.armci4j.benchmarks.arrays;

import org.armci4j.arrays.DoubleArray;
import org.armci4j.benchmarks.rank.MeasuredCall;

/**
 * Puts, gets or accumulates some elements, to and from Java arrays. The loops are methods of the
 * subclasses, as a call through an interface would count in each operation.
 */
abstract class MoveCall implements MeasuredCall {
  final DoubleArray array;
  final double[] values;
  final double[] found;
  private final ArrayPoint point;
  private final Kind kind;

  private enum Kind {
    PUT,
    GET,
    ACCUMULATE
  }

  MoveCall(ArrayPoint point, DoubleArray array, int elements) {
    this.point = point;
    this.array = array;
    this.values = new double[elements];
    this.found = new double[elements];
    this.kind =
        switch (point.operation()) {
          case "put", "put-strided", "put-spread", "scatter" -> Kind.PUT;
          case "get", "get-strided", "get-spread", "gather" -> Kind.GET;
          default -> Kind.ACCUMULATE;
        };
  }

  abstract void put(long count);

  abstract void get(long count);

  abstract void accumulate(long count);

  /** Returns what the array holds at an element. */
  abstract double initial(int k);

  @Override
  public final boolean isCollective() {
    return false;
  }

  @Override
  public final void run(long count) {
    switch (kind) {
      case PUT -> put(count);
      case GET -> get(count);
      case ACCUMULATE -> accumulate(count);
    }
  }

  @Override
  public final void check() {
    for (int k = 0; k < values.length; k++) {
      values[k] = k + 1;
    }
    run(1);
    get(1);
    for (int k = 0; k < values.length; k++) {
      double expected =
          switch (kind) {
            case PUT -> values[k];
            case GET -> initial(k);
            case ACCUMULATE -> initial(k) + values[k];
          };
      ArrayValues.expect(point, k, found[k], expected);
    }
    for (int k = 0; k < values.length; k++) {
      values[k] = initial(k);
    }
    put(1);
  }
}
