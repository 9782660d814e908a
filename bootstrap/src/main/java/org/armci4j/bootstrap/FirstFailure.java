package org.armci4j.bootstrap;

import java.util.concurrent.atomic.AtomicReference;

/**
 * Decides which failure of a job came first; other ranks' failures follow from it. Any thread may
 * call any method. A thread that reads the failure also sees all writes before its report.
 */
public final class FirstFailure {
  private final AtomicReference<Failure> first = new AtomicReference<>();

  /** Makes the state of a job without a failure. */
  public FirstFailure() {}

  /**
   * Returns the first failure, or null while there is none. The result never changes once it is
   * set.
   */
  public Failure get() {
    return first.get();
  }

  /** Reports a failure. Returns whether it is the first, which alone counts. */
  public boolean report(Failure seen) {
    return first.compareAndSet(null, seen);
  }
}
