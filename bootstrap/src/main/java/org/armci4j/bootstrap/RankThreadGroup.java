package org.armci4j.bootstrap;

import java.util.function.Consumer;

/**
 * Holds the threads of one rank. The rank's first thread runs in this group, and the threads that
 * it starts inherit the group. So {@link Membership#current()} finds the rank of its caller's
 * thread.
 */
public final class RankThreadGroup extends ThreadGroup {
  private final Membership membership;
  private final Consumer<Throwable> onFailure;

  /** Makes a group, below the current thread's, for the rank that {@code membership} names. */
  public RankThreadGroup(Membership membership) {
    this(membership, null);
  }

  /**
   * Makes a group for a rank that fails when an exception ends one of its threads.
   *
   * @param onFailure gets the exception, on the thread that it ends, unless the program has set a
   *     default handler for uncaught exceptions; null prints the exception
   */
  public RankThreadGroup(Membership membership, Consumer<Throwable> onFailure) {
    super("armci-rank-" + membership.rank());
    this.membership = membership;
    this.onFailure = onFailure;
  }

  /**
   * Passes the exception to the action for failures, unless there is none or the program has a
   * default handler. Otherwise prints the exception, unless another rank's failure caused it: each
   * thread that such a failure ends would print it again.
   */
  @Override
  public void uncaughtException(Thread thread, Throwable thrown) {
    Failure failure = Failure.behind(thrown);
    if (onFailure != null && Thread.getDefaultUncaughtExceptionHandler() == null) {
      onFailure.accept(thrown);
    } else if (failure == null || failure.rank() == membership.rank()) {
      super.uncaughtException(thread, thrown);
    }
  }

  /** Returns the membership of the rank whose threads these are. */
  public Membership membership() {
    return membership;
  }

  /** Returns the membership that {@code thread} inherits from its groups, or null. */
  public static Membership membershipOf(Thread thread) {
    ThreadGroup group = thread.getThreadGroup();
    while (group != null && !(group instanceof RankThreadGroup)) {
      group = group.getParent();
    }
    return group == null ? null : ((RankThreadGroup) group).membership;
  }

  /**
   * Returns the group around all ranks. A thread of this group must load a library that starts a
   * thread without end. Otherwise that thread would stay in the group of the rank that loaded the
   * library, and the JVM would seem to hold that rank after its end.
   */
  public static ThreadGroup aroundRanks() {
    ThreadGroup root = Thread.currentThread().getThreadGroup();
    while (root.getParent() != null) {
      root = root.getParent();
    }
    return root;
  }

  /** Returns some thread of this JVM that belongs to a rank, or null if there is none. */
  static Thread anyAlive() {
    ThreadGroup root = aroundRanks();
    // The snapshot may miss threads that start meanwhile. Spare room makes that unlikely, which is
    // enough for a check that only turns a silent mistake into an error.
    Thread[] threads = new Thread[2 * root.activeCount() + 16];
    int count = root.enumerate(threads);
    for (int i = 0; i < count; i++) {
      if (membershipOf(threads[i]) != null) {
        return threads[i];
      }
    }
    return null;
  }
}
