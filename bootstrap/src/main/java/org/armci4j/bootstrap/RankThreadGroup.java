package org.armci4j.bootstrap;

import java.util.function.Consumer;

/**
 * The threads of one rank. A rank's first thread runs in it, and threads started from there inherit
 * it, which is how {@link Membership#current()} knows whose thread it is called on.
 */
public final class RankThreadGroup extends ThreadGroup {
  private final Membership membership;
  private final Consumer<Throwable> onFailure;

  /** A group below the current thread's for the rank that {@code membership} names. */
  public RankThreadGroup(Membership membership) {
    this(membership, null);
  }

  /**
   * The same for a rank that fails when an exception ends one of its threads.
   *
   * @param onFailure gets the exception, on the thread that it ends, unless the program handles
   *     uncaught exceptions itself; null has it printed
   */
  public RankThreadGroup(Membership membership, Consumer<Throwable> onFailure) {
    super("armci-rank-" + membership.rank());
    this.membership = membership;
    this.onFailure = onFailure;
  }

  /**
   * Fails the rank if that is wanted. Otherwise prints the exception, but nothing about a failure
   * of another rank, or every thread that it ends would repeat it.
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

  /** The membership of the rank whose threads these are. */
  public Membership membership() {
    return membership;
  }

  /** The membership that {@code thread} inherits from its groups, or null. */
  static Membership membershipOf(Thread thread) {
    ThreadGroup group = thread.getThreadGroup();
    while (group != null && !(group instanceof RankThreadGroup)) {
      group = group.getParent();
    }
    return group == null ? null : ((RankThreadGroup) group).membership;
  }

  /**
   * The group around all ranks. A library that starts a thread which never ends must be loaded by a
   * thread of this group: otherwise the thread stays with the rank that happened to be first, and
   * the JVM seems to hold that rank when it has long ended.
   */
  public static ThreadGroup aroundRanks() {
    ThreadGroup root = Thread.currentThread().getThreadGroup();
    while (root.getParent() != null) {
      root = root.getParent();
    }
    return root;
  }

  /** Some thread of this JVM that belongs to a rank, or null if there is none. */
  static Thread anyAlive() {
    ThreadGroup root = aroundRanks();
    // A snapshot may miss threads made meanwhile; room to spare makes that unlikely enough for a
    // check that only turns a silent mistake into an error.
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
