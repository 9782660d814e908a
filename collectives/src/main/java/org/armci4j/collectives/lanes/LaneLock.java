package org.armci4j.collectives.lanes;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Guards the lanes of a group. Threads that only want to move something on try it, and those that
 * start or give up something wait. No fence follows its release: nobody sleeps for it.
 */
final class LaneLock {
  private static final VarHandle TAKEN;

  static {
    try {
      TAKEN = MethodHandles.lookup().findVarHandle(LaneLock.class, "taken", int.class);
    } catch (ReflectiveOperationException e) {
      throw new LinkageError("taken", e);
    }
  }

  @SuppressWarnings("UnusedVariable") // read through TAKEN
  private int taken;

  boolean tryTake() {
    return (int) TAKEN.getOpaque(this) == 0 && TAKEN.weakCompareAndSetAcquire(this, 0, 1);
  }

  /**
   * Waits for a thread that does what it can do without waiting, so this ends soon whatever becomes
   * of other ranks: a rank that is told of one that died must still be able to give up what it has
   * started.
   */
  @SuppressWarnings("ThreadPriorityCheck") // any order of threads is right; this one is quick
  void take() {
    while (!tryTake()) {
      Thread.yield();
    }
  }

  void release() {
    TAKEN.setRelease(this, 0);
  }
}
