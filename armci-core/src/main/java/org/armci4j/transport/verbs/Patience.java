package org.armci4j.transport.verbs;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.armci4j.ArmciTimeoutException;
import org.armci4j.RankFailedException;
import org.armci4j.bootstrap.Bootstrap;
import org.armci4j.bootstrap.Failure;

/**
 * Lets time pass in a wait for the device: yields the core, then sleeps in short steps, as a poller
 * that never sleeps can keep a software device from running. Ends with the failure of any rank.
 */
final class Patience {
  /**
   * How often to look in a loop of one's own before there is need of this object, so that a short
   * wait allocates nothing: longer than a device takes for a short request.
   */
  static final int LOOKS = 100;

  private static final long SLEEP_AFTER_NANOS = TimeUnit.MILLISECONDS.toNanos(2);
  private static final long SLEEP_NANOS = TimeUnit.MICROSECONDS.toNanos(50);

  private final Bootstrap bootstrap;
  private final Supplier<String> operation;
  private final long limitNanos;
  private long startNanos;

  /**
   * @param operation names the wait in messages
   * @param limitNanos the longest wait; {@link Long#MAX_VALUE} leaves the end to the device
   */
  Patience(Bootstrap bootstrap, Supplier<String> operation, long limitNanos) {
    this.bootstrap = bootstrap;
    this.operation = operation;
    this.limitNanos = limitNanos;
  }

  /** Call between two looks at what is awaited. */
  @SuppressWarnings("ThreadPriorityCheck") // the device's software may need this core
  void pause() {
    Failure failure = bootstrap.failure();
    if (failure != null) {
      throw new RankFailedException(operation.get(), failure);
    }
    if (startNanos == 0) {
      startNanos = System.nanoTime();
    }
    long waitedNanos = System.nanoTime() - startNanos;
    if (waitedNanos > limitNanos) {
      throw new ArmciTimeoutException(
          "%s did not end within %,d ms".formatted(operation.get(), limitNanos / 1_000_000));
    }
    if (waitedNanos < SLEEP_AFTER_NANOS) {
      Thread.yield();
    } else {
      LockSupport.parkNanos(SLEEP_NANOS);
    }
  }
}
