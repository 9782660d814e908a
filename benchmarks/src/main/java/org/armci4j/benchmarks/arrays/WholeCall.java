package org.armci4j.benchmarks.arrays;

import org.armci4j.arrays.DoubleArray;
import org.armci4j.arrays.GlobalArrays;
import org.armci4j.benchmarks.rank.MeasuredCall;

/** Performs an operation on whole arrays, in which all ranks take part. */
final class WholeCall implements MeasuredCall {
  private final Runnable operation;
  private final Runnable check;

  private WholeCall(Runnable operation, Runnable check) {
    this.operation = operation;
    this.check = check;
  }

  /** Prepares the call. Collective. */
  static WholeCall of(ArrayPoint point, GlobalArrays arrays, DoubleArray array) {
    int size = point.size();
    return switch (point.operation()) {
      case "sync" -> new WholeCall(arrays::sync, () -> {});
      case "ghosts" -> {
        DoubleArray a = ArrayValues.create(arrays, size, ArrayValues::left, 1, 1);
        yield new WholeCall(
            () -> a.updateGhosts(true),
            () -> ArrayValues.expectOwn(point, a, 1, ArrayValues::left));
      }
      case "dot" -> {
        DoubleArray b = ArrayValues.create(arrays, size, ArrayValues::right);
        yield new WholeCall(
            () -> array.dot(b),
            () -> ArrayValues.expect(point, 0, array.dot(b), ArrayValues.dot(size)));
      }
      case "transpose" -> {
        DoubleArray a = ArrayValues.create(arrays, size, ArrayValues::left);
        DoubleArray b = a.like().doubles();
        yield new WholeCall(
            () -> b.transposeFrom(a),
            () -> ArrayValues.expectOwn(point, b, 0, (i, j) -> ArrayValues.left(j, i)));
      }
      case "multiply" -> product(point, arrays);
      default -> throw new IllegalArgumentException("no operation " + point.operation());
    };
  }

  private static WholeCall product(ArrayPoint point, GlobalArrays arrays) {
    int size = point.size();
    DoubleArray a = ArrayValues.create(arrays, size, ArrayValues::left);
    DoubleArray b = ArrayValues.create(arrays, size, ArrayValues::right);
    DoubleArray c = a.like().doubles();
    return new WholeCall(
        () -> c.multiply(1, a, b, 0),
        () -> ArrayValues.expectOwn(point, c, 0, (i, j) -> ArrayValues.product(i, j, size)));
  }

  @Override
  public void run(long count) {
    for (long i = 0; i < count; i++) {
      operation.run();
    }
  }

  @Override
  public void check() {
    run(1);
    check.run();
  }
}
