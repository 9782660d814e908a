package org.armci4j.collectives;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.armci4j.Armci;

/**
 * Guards the lanes of a group. Threads that only want to move something on try it, and those that
 * start something wait, as they wait for anything else. No fence follows its release: nobody sleeps
 * for it without looking again.
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

  private final Armci armci;
  private final BooleanSupplier take = this::tryTake;
  private final Supplier<String> what;

  @SuppressWarnings("UnusedVariable") // read through TAKEN
  private int taken;

  /**
   * @param what names the wait in messages
   */
  LaneLock(Armci armci, Supplier<String> what) {
    this.armci = armci;
    this.what = what;
  }

  boolean tryTake() {
    return (int) TAKEN.getOpaque(this) == 0 && TAKEN.weakCompareAndSetAcquire(this, 0, 1);
  }

  /** Waits for a thread that does what it can do without waiting. */
  void take() {
    if (!tryTake()) {
      armci.signals().await(take, what);
    }
  }

  void release() {
    TAKEN.setRelease(this, 0);
  }
}
