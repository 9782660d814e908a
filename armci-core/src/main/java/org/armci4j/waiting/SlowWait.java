package org.armci4j.waiting;

import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.armci4j.bootstrap.WaitBoard;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.error.ArmciTimeoutException;

/**
 * A wait that has outlasted its spins and quick yields. It yields, then parks. It also checks for
 * failed ranks and its time-out, and posts itself to the wait board.
 */
final class SlowWait<S> implements AutoCloseable {
  /** Time after which a wait is posted for reports: shorter waits pay nothing. */
  private static final long POST_AFTER_NANOS = 10_000_000;

  /** Longest sleep of a thread that has work of its own: nobody rings for such work. */
  private static final long OWN_WORK_NAP_NANOS = 100_000;

  private final Waiter waiter;
  private final Condition<S> condition;
  private final S subject;
  private final long first;
  private final long second;
  private final long timeoutNanos;
  private final Object name;
  private final long startNanos = System.nanoTime();
  private final Supplier<String> what = this::describe;
  private final BooleanSupplier mayEnd = this::mayEnd;
  private boolean announced;
  private int ticket;
  private WaitBoard.Post post;

  SlowWait(
      Waiter waiter,
      Condition<S> condition,
      S subject,
      long first,
      long second,
      long timeoutNanos,
      Object name) {
    this.waiter = waiter;
    this.condition = condition;
    this.subject = subject;
    this.first = first;
    this.second = second;
    this.timeoutNanos = timeoutNanos;
    this.name = name;
  }

  private boolean mayEnd() {
    return condition.mayHold(subject, first, second);
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
    if (!announced && waiter.progress()) {
      return;
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
    if (waitedNanos < policy.parkAfterNanos()) {
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

  private void retract() {
    if (announced) {
      waiter.doorbell().retract(mayEnd);
      announced = false;
    }
  }

  @Override
  public void close() {
    retract();
    if (post != null) {
      post.close();
    }
  }
}
