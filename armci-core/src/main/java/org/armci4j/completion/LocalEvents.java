package org.armci4j.completion;

import java.util.ArrayDeque;
import java.util.Queue;
import org.armci4j.Armci;
import org.armci4j.Handle;
import org.armci4j.transport.WordWrites;

/**
 * The local events of puts to one rank, in the order of the puts: each is found when the put's
 * source may be reused, and not before those ahead of it. Any number of threads; allocates only
 * when it holds more than ever before.
 */
final class LocalEvents {
  private final Armci armci;

  /** Guarded by this, as is all but the count. */
  private final Queue<StartedPut> pending = new ArrayDeque<>();

  private final Queue<StartedPut> free = new ArrayDeque<>();

  /** Changed under the lock; read without it to pass over an empty queue at the cost of a load. */
  private volatile int count;

  /** A put from before its call until its event is found. */
  static final class StartedPut {
    private final Handle handle;
    private final WordWrites words = new WordWrites();
    private long identifier;

    private StartedPut(Handle handle) {
      this.handle = handle;
    }

    /** Takes the put's transfers; for the thread that puts. */
    Handle handle() {
      return handle;
    }

    /** For what is written behind its data; for the thread that puts. */
    WordWrites words() {
      return words;
    }
  }

  LocalEvents(Armci armci) {
    this.armci = armci;
  }

  /** For a put that is about to be started. */
  StartedPut begin() {
    synchronized (this) {
      StartedPut known = free.poll();
      if (known != null) {
        return known;
      }
    }
    return new StartedPut(armci.newHandle());
  }

  /** The put has been started. */
  synchronized void started(StartedPut put, long identifier) {
    put.identifier = identifier;
    pending.add(put);
    count++;
  }

  /** Whether there are events that are not found yet. */
  boolean isEmpty() {
    return count == 0;
  }

  /** Moves the oldest into an event, if its put is complete; false when there is none. */
  boolean take(int rank, Event into) {
    return count > 0 && takeOldest(rank, into);
  }

  private synchronized boolean takeOldest(int rank, Event into) {
    StartedPut oldest = pending.peek();
    if (oldest == null || !oldest.handle.test()) {
      return false;
    }
    into.set(Event.Kind.LOCAL, rank, oldest.identifier);
    free.add(pending.remove());
    count--;
    return true;
  }
}
