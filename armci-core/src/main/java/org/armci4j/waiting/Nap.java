package org.armci4j.waiting;

import java.util.concurrent.locks.LockSupport;

/** Doorbell of waits for which nobody rings: they sleep a short while and look again. */
final class Nap implements Doorbell {
  @Override
  public int announce() {
    return 0;
  }

  @Override
  public void park(int ticket, long timeoutNanos) {
    LockSupport.parkNanos(timeoutNanos);
  }

  @Override
  public void retract() {}

  /** Does nothing: the nap ends soon by itself. */
  @Override
  public void ring() {}
}
