package org.armci4j.waiting;

import java.util.function.Supplier;
import org.armci4j.ArmciException;

/**
 * What a thread does that must not wait, as others wait for that thread: a network's helper thread,
 * or one of the rank that serves in its place. Whatever would have to wait meanwhile is refused.
 *
 * <p>An operation that counts or sends something before its wait asks here first, as its first step
 * ({@link #refuse}): what is refused must leave the rank as if it had not been tried. A wait with
 * nothing before it is refused by {@link Waiter}, and only if it would have to wait.
 *
 * <p>A thread is known by a value that is bound while its work runs, so that this needs no list of
 * threads, and work that was called by a thread which waits itself is known too.
 */
public final class ShortWork {
  private static final ScopedValue<Boolean> RUNS = ScopedValue.newInstance();
  private static final ScopedValue.Carrier RUNNING = ScopedValue.where(RUNS, true);

  private ShortWork() {}

  /**
   * Does it on this thread.
   *
   * @param work must not wait
   * @param <R> what it returns
   * @param <X> what it throws
   * @return its result
   * @throws X its exception
   */
  public static <R, X extends Throwable> R call(
      ScopedValue.CallableOp<? extends R, ? extends X> work) throws X {
    return RUNNING.<R, X>call(work::call);
  }

  /**
   * Whether this thread must not wait now.
   *
   * @return true inside {@link #call}
   */
  public static boolean isRunning() {
    return RUNS.isBound();
  }

  /**
   * Throws if this thread must not wait now.
   *
   * @param operation what would wait
   * @throws ArmciException inside {@link #call}
   */
  public static void refuse(String operation) {
    if (isRunning()) {
      throw refusal(operation);
    }
  }

  /**
   * The same for a name that takes time to make.
   *
   * @param operation gives the name of what would wait
   * @throws ArmciException inside {@link #call}
   */
  public static void refuse(Supplier<String> operation) {
    if (isRunning()) {
      throw refusal(operation.get());
    }
  }

  /**
   * What an operation throws that would have to wait.
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
