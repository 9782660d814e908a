package org.armci4j.transport.network.block;

import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import org.armci4j.waiting.Doorbell;

/**
 * The bell of a rank that serves arrivals while it waits. Its helper thread takes over before the
 * rank sleeps. That thread rings for arrivals, but wakes the rank only where they may end its wait.
 * Other ranks' gets and puts that end no wait leave the rank asleep, and leave its core to those
 * ranks.
 */
final class ServingBell implements Doorbell {
  private final Doorbell bell;
  private final Runnable leave;

  /** The sleeping wait that can be asked whether it should look again; null without one. */
  private final AtomicReference<BooleanSupplier> sleeper = new AtomicReference<>();

  /** Number of all other sleeping waits, which are always woken. */
  private final AtomicInteger others = new AtomicInteger();

  /**
   * @param bell where the rank sleeps
   * @param leave tells the helper thread to take over
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
   * Rings for an arrival if it may end a wait. The fence stands between the arrived writes and the
   * look at the sleepers. A wait first announces itself and then looks at its word, so one of the
   * two threads sees the other.
   */
  void ringForWhatCame() {
    VarHandle.fullFence();
    BooleanSupplier mayEnd = sleeper.get();
    if (others.get() > 0 || (mayEnd != null && mayEnd.getAsBoolean())) {
      bell.ring();
    }
  }
}
