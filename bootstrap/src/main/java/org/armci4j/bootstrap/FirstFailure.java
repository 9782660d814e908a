package org.armci4j.bootstrap;

import java.util.concurrent.atomic.AtomicReference;

/**
 * Decides which failure of a job came first; those of other ranks are its consequences. Any thread
 * may call any method. A thread that reads the failure also sees what was written before it was
 * reported.
 */
public final class FirstFailure {
  private final AtomicReference<Failure> first = new AtomicReference<>();

  /** A job in which nothing has failed. */
  public FirstFailure() {}

  /** The failure that came first, or null while there is none. Never changes once it is there. */
  public Failure get() {
    return first.get();
  }

  /** Reports a failure; returns whether it is the first, and so the one that counts. */
  public boolean report(Failure seen) {
    return first.compareAndSet(null, seen);
  }
}
