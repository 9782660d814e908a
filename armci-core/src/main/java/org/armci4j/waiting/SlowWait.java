package org.armci4j.waiting;

import java.util.Comparator;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.armci4j.bootstrap.WaitBoard;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.error.ArmciTimeoutException;

/**
 * A wait that has outlasted its spins and quick yields. It yields, then parks. It also checks for
 * failed ranks and its time-out, and posts itself to the wait board.
 *
 * <p>A virtual thread parks at once, and at no doorbell: see {@link VirtualWaits}.
 */
final class SlowWait<S> implements AutoCloseable {
  /** Time after which a wait is posted for reports: shorter waits pay nothing. */
  private static final long POST_AFTER_NANOS = 10_000_000;

  /** Longest sleep of a thread that has work of its own: nobody rings for such work. */
  private static final long OWN_WORK_NAP_NANOS = 100_000;

  /**
   * Longest sleep of a virtual thread. Another thread wakes it when its wait may be over, or when
   * the job has failed; it looks for lost ranks itself.
   */
  private static final long VIRTUAL_NAP_NANOS = 500_000_000;

  /** The order of waits that differ in their second number alone. */
  static final Comparator<SlowWait<?>> ORDER =
      Comparator.<SlowWait<?>>comparingLong(SlowWait::second)
          .thenComparingLong(wait -> wait.number);

  private final Waiter waiter;
  private final Condition<S> condition;
  private final S subject;
  private final long first;
  private final long second;
  private final long timeoutNanos;
  private final Object name;
  private final long startNanos;
  private final Supplier<String> what = this::describe;
  private final BooleanSupplier mayEnd = this::mayEnd;
  private final Thread thread = Thread.currentThread();
  private boolean announced;
  private int ticket;
  private WaitBoard.Post post;

  /** True after an interrupt during the wait, which it does not end. */
  private boolean interrupted;

  // Guarded by the lock of the virtual waits:

  /** Position among the virtual waits. */
  private long number;

  /** True while the wait is among the virtual waits. */
  private boolean added;

  /**
   * Whether this thread makes progress. For a virtual thread the thread of {@link VirtualWaits}
   * does, until it meets an exception.
   */
  private boolean progresses = !thread.isVirtual();

  SlowWait(
      Waiter waiter,
      Condition<S> condition,
      S subject,
      long first,
      long second,
      long startNanos,
      long timeoutNanos,
      Object name) {
    this.waiter = waiter;
    this.condition = condition;
    this.subject = subject;
    this.first = first;
    this.second = second;
    this.startNanos = startNanos;
    this.timeoutNanos = timeoutNanos;
    this.name = name;
  }

  /** Returns whether the wait may be over; any thread may ask. */
  boolean mayEnd() {
    return condition.mayHold(subject, first, second);
  }

  Condition<S> condition() {
    return condition;
  }

  S subject() {
    return subject;
  }

  long first() {
    return first;
  }

  long second() {
    return second;
  }

  /** Returns whether another thread can look in place of this wait's own. */
  boolean isOpen() {
    return condition instanceof OpenCondition;
  }

  /** Returns whether a wait with a lesser second number is over before this one. */
  boolean isOrdered() {
    return condition instanceof OpenCondition<S> open && open.isOrdered();
  }

  boolean isAdded() {
    return added;
  }

  void isAdded(long position) {
    number = position;
    added = true;
  }

  void isRemoved() {
    added = false;
  }

  void makesProgress() {
    progresses = true;
  }

  void unpark() {
    LockSupport.unpark(thread);
  }

  private String describe() {
    return condition.describe(name, first, second);
  }

  /**
   * Lets some time pass; the wait looks before and after. Once the wait has announced its sleep, it
   * makes no progress before it parks. From then on the helper thread handles incoming data, and
   * that thread would keep away while this one makes progress.
   */
  @SuppressWarnings("ThreadPriorityCheck") // with more ranks than cores, yielding is the point
  void pause() {
    waiter.requireGoingOn(what);
    boolean hasOwnWork = waiter.doOwnWork();
    if (!announced && progresses && waiter.progress() && !thread.isVirtual()) {
      return; // a virtual thread would keep its carrier for as long as others' data come
    }
    WaitPolicy policy = waiter.policy();
    long waitedNanos = System.nanoTime() - startNanos;
    if (waitedNanos >= timeoutNanos) {
      throw new ArmciTimeoutException(
          Text.format("%s did not come within %,d ms", describe(), timeoutNanos / 1_000_000));
    }
    if (post == null && waitedNanos >= POST_AFTER_NANOS) {
      post = waiter.board().post(startNanos, what);
    }
    if (thread.isVirtual()) {
      pauseVirtual(hasOwnWork, timeoutNanos - waitedNanos);
    } else if (waitedNanos < policy.parkAfterNanos()) {
      if (!waiter.doorbell().doze()) {
        Thread.yield();
      }
    } else if (!announced) {
      ticket = waiter.doorbell().announce(mayEnd);
      announced = true; // the wait looks once more before it comes back here to park
    } else {
      long leftNanos = timeoutNanos - waitedNanos;
      long longest = hasOwnWork ? OWN_WORK_NAP_NANOS : policy.maxParkNanos();
      waiter.doorbell().park(ticket, Math.min(longest, leftNanos));
      retract();
    }
  }

  private void pauseVirtual(boolean hasOwnWork, long leftNanos) {
    if (!announced) {
      announced = true; // the wait looks once more before it comes back here to park
      waiter.virtualWaits().add(this);
      return;
    }
    long longest = post == null ? POST_AFTER_NANOS : VIRTUAL_NAP_NANOS;
    LockSupport.parkNanos(waiter, Math.min(hasOwnWork ? OWN_WORK_NAP_NANOS : longest, leftNanos));
    interrupted |= Thread.interrupted(); // an interrupted thread would not park again
    retract();
  }

  private void retract() {
    if (!announced) {
      return;
    }
    announced = false;
    if (thread.isVirtual()) {
      waiter.virtualWaits().remove(this);
    } else {
      waiter.doorbell().retract(mayEnd);
    }
  }

  @Override
  public void close() {
    retract();
    if (post != null) {
      post.close();
    }
    if (interrupted) {
      thread.interrupt();
    }
  }
}
