package org.armci4j.transport.verbs;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.armci4j.ArmciTimeoutException;
import org.armci4j.RankFailedException;
import org.armci4j.bootstrap.Bootstrap;
import org.armci4j.bootstrap.Failure;

/**
 * Lets time pass in a wait for the device: first looks again at once, then yields the core, then
 * sleeps in short steps, as a poller that never sleeps can keep a software device from running.
 * Ends with the failure of any rank.
 */
final class Patience {
  private static final int LOOKS = 50;
  private static final long SLEEP_AFTER_NANOS = TimeUnit.MILLISECONDS.toNanos(2);
  private static final long SLEEP_NANOS = TimeUnit.MICROSECONDS.toNanos(50);

  private final Bootstrap bootstrap;
  private final String operation;
  private final long limitNanos;
  private int looks;
  private long startNanos;

  /**
   * @param operation names the wait in messages
   * @param limitNanos the longest wait; {@link Long#MAX_VALUE} leaves the end to the device
   */
  Patience(Bootstrap bootstrap, String operation, long limitNanos) {
    this.bootstrap = bootstrap;
    this.operation = operation;
    this.limitNanos = limitNanos;
  }

  /** Call between two looks at what is awaited. */
  @SuppressWarnings("ThreadPriorityCheck") // the device's software may need this core
  void pause() {
    if (looks++ < LOOKS) {
      Thread.onSpinWait();
      return;
    }
    Failure failure = bootstrap.failure();
    if (failure != null) {
      throw new RankFailedException(operation, failure);
    }
    if (startNanos == 0) {
      startNanos = System.nanoTime();
    }
    long waitedNanos = System.nanoTime() - startNanos;
    if (waitedNanos > limitNanos) {
      throw new ArmciTimeoutException(
          "%s did not end within %,d ms".formatted(operation, limitNanos / 1_000_000));
    }
    if (waitedNanos < SLEEP_AFTER_NANOS) {
      Thread.yield();
    } else {
      LockSupport.parkNanos(SLEEP_NANOS);
    }
  }
}
