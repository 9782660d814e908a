package org.armci4j.waiting;

import java.util.function.Supplier;
import org.armci4j.error.ArmciException;

/**
 * Work of a thread that must not wait, as others wait for it: a network's helper thread, or a
 * thread of the rank that serves in its place. Operations that would have to wait are refused
 * meanwhile.
 *
 * <p>An operation that counts or sends something before its wait calls {@link #refuse} as its first
 * step: a refused operation must leave the rank as if it had not been tried. A wait with nothing
 * before it is refused by {@link Waiter}, and only if it would have to wait.
 *
 * <p>A scoped value is bound while the work runs. So no list of threads is needed, and work called
 * by a waiting thread is recognised too.
 */
public final class ShortWork {
  private static final ScopedValue<Boolean> RUNS = ScopedValue.newInstance();
  private static final ScopedValue.Carrier RUNNING = ScopedValue.where(RUNS, true);

  private ShortWork() {}

  /**
   * Runs the work on this thread.
   *
   * @param work must not wait
   * @param <R> type of the result
   * @param <X> type of the exception
   * @return its result
   * @throws X its exception
   */
  public static <R, X extends Throwable> R call(
      ScopedValue.CallableOp<? extends R, ? extends X> work) throws X {
    return RUNNING.<R, X>call(work::call);
  }

  /**
   * Returns whether this thread must not wait now.
   *
   * @return true inside {@link #call}
   */
  public static boolean isRunning() {
    return RUNS.isBound();
  }

  /**
   * Throws if this thread must not wait now.
   *
   * @param operation the operation that would wait
   * @throws ArmciException inside {@link #call}
   */
  public static void refuse(String operation) {
    if (isRunning()) {
      throw refusal(operation);
    }
  }

  /**
   * Throws if this thread must not wait now. For a name that takes time to make.
   *
   * @param operation makes the name of the operation that would wait
   * @throws ArmciException inside {@link #call}
   */
  public static void refuse(Supplier<String> operation) {
    if (isRunning()) {
      throw refusal(operation.get());
    }
  }

  /**
   * Returns the exception for an operation that would have to wait.
   *
   * @param operation its name
   * @return says what to do instead
   */
  static ArmciException refusal(String operation) {
    return new ArmciException(
        operation
            + ": a handler that was registered as short must not wait, nor use the network; leave"
            + " that to its caller, or give the handler to Calls.register");
  }
}
