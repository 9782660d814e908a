package org.armci4j.bootstrap;

import java.util.Objects;

/**
 * The threads of one rank. A rank's first thread runs in it, and threads started from there inherit
 * it, which is how {@link Membership#current()} knows whose thread it is called on.
 */
public final class RankThreadGroup extends ThreadGroup {
  private final Membership membership;

  /** A group below the current thread's for the rank that {@code membership} names. */
  public RankThreadGroup(Membership membership) {
    super("armci-rank-" + membership.rank());
    this.membership = Objects.requireNonNull(membership);
  }

  /**
   * Prints nothing about a failure of another rank, or every thread that it ends would repeat it.
   */
  @Override
  public void uncaughtException(Thread thread, Throwable thrown) {
    Failure failure = Failure.behind(thrown);
    if (failure == null || failure.rank() == membership.rank()) {
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

  /** Whether some thread of this JVM belongs to a rank. */
  static boolean anyAlive() {
    ThreadGroup root = aroundRanks();
    // A snapshot may miss groups made meanwhile; room to spare makes that unlikely enough for a
    // check that only turns a silent mistake into an error.
    ThreadGroup[] groups = new ThreadGroup[2 * root.activeGroupCount() + 16];
    int count = root.enumerate(groups);
    for (int i = 0; i < count; i++) {
      if (groups[i] instanceof RankThreadGroup && groups[i].activeCount() > 0) {
        return true;
      }
    }
    return false;
  }
}
