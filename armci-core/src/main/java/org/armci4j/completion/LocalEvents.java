package org.armci4j.completion;

import java.util.ArrayDeque;
import java.util.Queue;
import org.armci4j.Armci;
import org.armci4j.Handle;
import org.armci4j.transport.WordWrites;

/**
 * Queues the local events of puts to one rank, in the order of the puts. An event is found when the
 * put's source may be reused, and after all events before it. Any number of threads may use it.
 * Allocates only when it holds more events than ever before.
 */
final class LocalEvents {
  private final Armci armci;

  /**
   * Started puts whose events are not found yet. This object's lock guards all fields but the
   * count.
   */
  private final Queue<StartedPut> pending = new ArrayDeque<>();

  private final Queue<StartedPut> free = new ArrayDeque<>();

  /**
   * Size of {@link #pending}. Written under the lock; read without it, so that an empty queue costs
   * one load.
   */
  private volatile int count;

  /** A put from before its start until its event is found. */
  static final class StartedPut {
    private final Handle handle;
    private final WordWrites words = new WordWrites();
    private long identifier;

    private StartedPut(Handle handle) {
      this.handle = handle;
    }

    /** Returns the handle of the put's transfers; for the thread that puts. */
    Handle handle() {
      return handle;
    }

    /** Returns the words to write after the put's data; for the thread that puts. */
    WordWrites words() {
      return words;
    }
  }

  LocalEvents(Armci armci) {
    this.armci = armci;
  }

  /** Returns an object for a put that is about to be started. */
  StartedPut begin() {
    synchronized (this) {
      StartedPut known = free.poll();
      if (known != null) {
        return known;
      }
    }
    return new StartedPut(armci.newHandle());
  }

  /** Queues a put that has been started. */
  synchronized void started(StartedPut put, long identifier) {
    put.identifier = identifier;
    pending.add(put);
    count++;
  }

  /** Returns whether all events have been found. */
  boolean isEmpty() {
    return count == 0;
  }

  /** Takes the oldest event, if its put is complete; else returns false. */
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
