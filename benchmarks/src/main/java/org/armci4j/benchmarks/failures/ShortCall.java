package org.armci4j.benchmarks.failures;

import java.util.Arrays;
import org.armci4j.Armci;
import org.armci4j.GlobalMemory;
import org.armci4j.benchmarks.rank.MeasuredCall;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.collectives.Collectives;
import org.armci4j.collectives.Reduction;

/** Calls whose time is that of the runtime itself: short transfers, barriers, allreduces. */
final class ShortCall implements MeasuredCall {
  private static final long NUMBER = 4711;

  private final Armci armci;
  private final Collectives collectives;
  private final FailurePoint point;
  private final GlobalMemory word;
  private final int target;
  private final double[] values;

  /** Keeps the JIT from leaving reads out. */
  private long last;

  /** Prepares the call. Collective. */
  ShortCall(Armci armci, Collectives collectives, FailurePoint point) {
    this.armci = armci;
    this.collectives = collectives;
    this.point = point;
    this.word = armci.allocate(Long.BYTES);
    this.target = Math.min(1, armci.size() - 1);
    this.values = new double[(int) (point.sizeBytes() / Double.BYTES)];
  }

  @Override
  public boolean isCollective() {
    return switch (point.operation()) {
      case FailurePoint.PUT, FailurePoint.GET -> false;
      default -> true;
    };
  }

  @Override
  public void run(long count) {
    switch (point.operation()) {
      case FailurePoint.PUT -> put(count);
      case FailurePoint.GET -> get(count);
      case FailurePoint.ALLREDUCE -> allreduce(count);
      default -> barrier(count);
    }
  }

  private void put(long count) {
    for (long i = 0; i < count; i++) {
      armci.putLong(word, target, 0, NUMBER);
      armci.fence(target);
    }
  }

  private void get(long count) {
    long sum = 0;
    for (long i = 0; i < count; i++) {
      sum += armci.getLong(word, target, 0);
    }
    last = sum;
  }

  private void allreduce(long count) {
    for (long i = 0; i < count; i++) {
      collectives.allreduce(values, Reduction.SUM);
    }
  }

  private void barrier(long count) {
    for (long i = 0; i < count; i++) {
      armci.barrier();
    }
  }

  @Override
  public void check() {
    switch (point.operation()) {
      case FailurePoint.PUT, FailurePoint.GET -> {
        put(1);
        get(1);
        expect(last, NUMBER);
      }
      case FailurePoint.ALLREDUCE -> {
        Arrays.fill(values, 1);
        allreduce(1);
        expect((long) values[values.length - 1], armci.size());
        Arrays.fill(values, 0); // sums that grow would end in infinity
      }
      default -> barrier(1);
    }
  }

  private void expect(long found, long expected) {
    if (found != expected) {
      throw new IllegalStateException(
          Text.format("%s gives %d, not %d", point.operation(), found, expected));
    }
  }
}
