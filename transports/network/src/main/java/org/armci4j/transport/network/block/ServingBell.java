package org.armci4j.transport.network.block;

import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import org.armci4j.waiting.Doorbell;

/**
 * The bell of a rank that serves what comes in while it waits: its helper thread takes over before
 * it sleeps. That thread rings for what it brings, but wakes the rank only where that may end its
 * wait: others' gets and puts of something else leave it asleep, and leave its core to them.
 */
final class ServingBell implements Doorbell {
  private final Doorbell bell;
  private final Runnable leave;

  /** The wait that sleeps here, and how many others do, which are woken always. */
  private final AtomicReference<BooleanSupplier> sleeper = new AtomicReference<>();

  private final AtomicInteger others = new AtomicInteger();

  /**
   * @param bell where the rank sleeps
   * @param leave tells the helper thread
   */
  ServingBell(Doorbell bell, Runnable leave) {
    this.bell = bell;
    this.leave = leave;
  }

  @Override
  public int announce() {
    others.incrementAndGet();
    leave.run();
    return bell.announce();
  }

  @Override
  public int announce(BooleanSupplier mayEnd) {
    if (!sleeper.compareAndSet(null, mayEnd)) {
      return announce();
    }
    leave.run();
    return bell.announce();
  }

  @Override
  public void park(int ticket, long timeoutNanos) {
    bell.park(ticket, timeoutNanos);
  }

  @Override
  public void retract(BooleanSupplier mayEnd) {
    if (!sleeper.compareAndSet(mayEnd, null)) {
      others.decrementAndGet();
    }
    bell.retract();
  }

  @Override
  public void retract() {
    others.decrementAndGet();
    bell.retract();
  }

  @Override
  public void ring() {
    bell.ring();
  }

  /**
   * Something has come in. The fence stands between what has been written and the look at who
   * sleeps, as a wait announces itself and then looks at what it waits for.
   */
  void ringForWhatCame() {
    VarHandle.fullFence();
    BooleanSupplier mayEnd = sleeper.get();
    if (others.get() > 0 || (mayEnd != null && mayEnd.getAsBoolean())) {
      bell.ring();
    }
  }
}
