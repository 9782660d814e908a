package org.armci4j.bootstrap;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits for a thing itself, with a limit. */
public final class Await {
  /** Long enough for a loaded machine; reached only by a test that fails. */
  public static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(120);

  private Await() {}

  /** Returns when {@code condition} holds. */
  public static void until(String what, BooleanSupplier condition) {
    long deadline = System.nanoTime() + LIMIT_NANOS;
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > deadline) {
        throw new AssertionError("waited in vain for: " + what);
      }
      LockSupport.parkNanos(100_000);
    }
  }
}
