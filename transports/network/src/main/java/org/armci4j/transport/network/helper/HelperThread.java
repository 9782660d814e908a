package org.armci4j.transport.network.helper;

import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.armci4j.transport.network.HelperInbox;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The thread that does at a rank what its network cannot: accumulate, atomic updates of four bytes,
 * and others where settings say so. It polls while there is work, and sleeps until the network
 * wakes it when there has been none for a while. It starts transfers and does not wait for them,
 * nor for anything else: what cannot be served now is tried again soon.
 *
 * <p>A thread of the rank that waits for what others send may serve in its place ({@link #attend}):
 * it learns of it without the time that a thread takes to wake up. This one then naps until that
 * has computed, or slept, for a moment.
 *
 * <p>Source: "Host-Assisted Zero-Copy Remote Memory Access Communication on InfiniBand", section 5.
 */
public final class HelperThread implements HelperInbox.Receiver, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(HelperThread.class);
  private static final long LOOK_NANOS = 1_000_000_000;

  /**
   * While there are messages that could not be served: how long the thread gives way to the threads
   * that hold what it needs before it sleeps, and its longest sleep.
   */
  private static final long RETRY_NANOS = 50_000;

  /**
   * How long a nap is. This thread naps for as long as threads of the rank serve, and does not arm
   * the inbox: so what comes in wakes it not once, and takes no core from the thread that serves. A
   * rank that goes on to compute is noticed in the second nap behind.
   */
  private static final long NAP_NANOS = 50_000;

  private final HelperInbox inbox;
  private final PollTime polling;
  private final HelperServer server;
  private final Owner owner;
  private final Thread thread;

  /** Held by the thread that serves; none waits for it. */
  private final ReentrantLock serving = new ReentrantLock();

  /** How often threads of the rank have served; 0 when one has gone to sleep since. */
  private final AtomicLong attended = new AtomicLong();

  /** What this thread saw there last. */
  private long seenAttended;

  /** Whether something was left to be tried again when a thread had served. */
  private volatile boolean backlog;

  private volatile boolean stopping;

  /**
   * @param rank this rank
   * @param inbox where messages arrive
   * @param pollNanos how long the thread polls in vain before it sleeps
   * @param server carries them out
   * @param owner the rank's transport
   */
  public HelperThread(
      int rank, HelperInbox inbox, long pollNanos, HelperServer server, Owner owner) {
    this.inbox = inbox;
    this.polling = new PollTime(pollNanos);
    this.server = server;
    this.owner = owner;
    this.thread = Thread.ofPlatform().name("armci-network-" + rank).daemon().unstarted(this::run);
  }

  /** Whom it works for. */
  public interface Owner {
    /** Another rank notifies this one's helper for procedure calls. */
    void ringHelperBell();

    /** Something has come in, for which a wait of this rank may sleep. */
    void ringBell();

    /** Called about once a second, whatever there is to do. */
    void look();

    /** The thread must give up. */
    void helperEnded(RuntimeException thrown);
  }

  /** Begins. */
  public void start() {
    thread.start();
  }

  /**
   * Serves what there is, by a thread of the rank that waits: it may be what that waits for.
   *
   * @return whether there was any; false too where another thread is at it
   */
  public boolean attend() {
    attended.incrementAndGet();
    try {
      return serve();
    } catch (RuntimeException e) {
      giveUp(e);
      return false;
    }
  }

  /** A thread of the rank that has served will sleep: this one is at work from here on. */
  public void leave() {
    attended.set(0);
    LockSupport.unpark(thread);
  }

  private boolean isAttended() {
    long now = attended.get();
    boolean any = now != 0 && now != seenAttended;
    seenAttended = now;
    return any;
  }

  private boolean serve() {
    if (serving.isHeldByCurrentThread() || !serving.tryLock()) {
      return false;
    }
    try {
      if (stopping) { // what comes in comes to nothing that is still there
        return false;
      }
      boolean worked = inbox.receive(this);
      worked |= server.workOff();
      backlog = server.hasBacklog();
      if (worked) {
        owner.ringBell();
      }
      return worked;
    } finally {
      serving.unlock();
    }
  }

  @SuppressWarnings(
      "ThreadPriorityCheck") // the thread that holds the endpoint may wait for this core
  private void run() {
    long lastWorkNanos = System.nanoTime();
    long lastLookNanos = lastWorkNanos;
    boolean isPolling = false;
    try {
      while (!stopping) {
        boolean naps = isAttended();
        boolean worked = !naps && serve();
        long now = System.nanoTime();
        if (naps) {
          LockSupport.parkNanos(NAP_NANOS);
        } else if (worked) {
          if (isPolling) {
            polling.paid();
          }
          isPolling = false;
          lastWorkNanos = now;
        } else if (backlog && now - lastWorkNanos < RETRY_NANOS) {
          Thread.yield();
        } else if (now - lastWorkNanos < polling.nanos()) {
          isPolling = true;
          Thread.onSpinWait();
        } else {
          polling.wasInVain();
          isPolling = false;
          sleep();
        }
        if (now - lastLookNanos >= LOOK_NANOS) {
          lastLookNanos = now;
          owner.look();
        }
      }
    } catch (RuntimeException e) {
      giveUp(e);
    }
  }

  private void giveUp(RuntimeException thrown) {
    if (!stopping) {
      stopping = true;
      LOG.error("the helper thread ends: other ranks' requests will not be served", thrown);
      owner.helperEnded(thrown);
    }
  }

  private void sleep() {
    if (arm() && !serve()) {
      inbox.await(backlog ? RETRY_NANOS : LOOK_NANOS);
    }
  }

  private boolean arm() {
    if (!serving.tryLock()) {
      return false;
    }
    try {
      inbox.arm();
      return true;
    } finally {
      serving.unlock();
    }
  }

  @Override
  public void message(MemorySegment memory, long offset) {
    server.serve(memory, offset);
  }

  /** What it lets go on is gone on with in this turn, see {@link HelperServer#workOff}. */
  @Override
  public void answered() {
    server.answered();
  }

  @Override
  public void notified() {
    owner.ringHelperBell();
  }

  /** When this returns, no thread of the rank that still waits is at it either. */
  @Override
  public void close() {
    stopping = true;
    inbox.wake();
    serving.lock();
    try {
      thread.join(); // which waits for nothing, nor for the lock
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      serving.unlock();
    }
  }
}
