package org.armci4j.transport.network.helper;

import java.lang.foreign.MemorySegment;
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
   * While there is something to try again of which nothing will tell: how long the thread gives way
   * to the threads that hold what it needs before it sleeps, and its longest sleep.
   */
  private static final long RETRY_NANOS = 50_000;

  /**
   * The longest sleep while this rank has queued operations and what lets them go on ends it. The
   * first one, and the one behind whatever has come, are no longer than those between retries: what
   * holds an operation up may be a lock, or that short puts are gathered.
   */
  private static final long STEPS_NANOS = 1_000_000;

  /**
   * How long the first nap is, and how long ago a thread of the rank has served at most that is
   * still at it. While it is, each nap is twice as long as the one before, up to the longest: a nap
   * that ends takes the core of a thread that serves for some 30 µs where that was measured, in a
   * virtual machine. A thread that has lost its core may look as if it had gone; one more short nap
   * tells. So a rank that goes on to compute is noticed after no longer than it has served, but for
   * two short naps.
   */
  private static final long NAP_NANOS = 50_000;

  private static final long LONGEST_NAP_NANOS = 1_000_000;

  /** In place of a time: no thread of the rank serves. */
  private static final long NOBODY = Long.MIN_VALUE;

  private final HelperInbox inbox;
  private final PollTime polling;
  private final HelperServer server;
  private final Owner owner;
  private final Thread thread;

  /** Held by the thread that serves; none waits for it. */
  private final ReentrantLock serving = new ReentrantLock();

  /**
   * When a thread of the rank has served last; {@link #NOBODY} when one has gone to sleep since.
   */
  private volatile long attendedNanos = NOBODY;

  /** How long it naps next; 0 while no thread of the rank serves. */
  private long napNanos;

  /** Whether no thread was at it when the latest nap was over. */
  private boolean missed;

  private long lastWorkNanos;

  /** Whether it polls in vain since. */
  private boolean isPolling;

  /** Whether something was left to be tried again when a thread had served. */
  private volatile boolean retries;

  /** Whether queued operations were left of which the network will tell. */
  private volatile boolean hasSteps;

  /** How long it sleeps next while there are such. */
  private long stepsNanos = RETRY_NANOS;

  private volatile boolean stopping;

  /** Whether this rank's helper for calls was signalled; for the thread that serves. */
  private boolean signalled;

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
    /** Another rank has signalled this one's helper for procedure calls. */
    void helperSignalled();

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
    attendedNanos = System.nanoTime();
    try {
      return serve();
    } catch (RuntimeException e) {
      giveUp(e);
      return false;
    }
  }

  /** A thread of the rank that has served will sleep: this one is at work from here on. */
  public void leave() {
    attendedNanos = NOBODY;
    LockSupport.unpark(thread);
  }

  private boolean isAttended() {
    long at = attendedNanos;
    return at != NOBODY && System.nanoTime() - at < NAP_NANOS;
  }

  /** Whether this thread naps for the sake of one that served and does not look as if it did. */
  private boolean mayBeAttended() {
    return napNanos != 0 && attendedNanos != NOBODY && !missed;
  }

  /** Sleeps, but does not arm the inbox: what comes in does not wake this thread. */
  private void nap() {
    missed = false;
    napNanos = Math.clamp(2 * napNanos, NAP_NANOS, LONGEST_NAP_NANOS);
    LockSupport.parkNanos(napNanos);
  }

  private void napOnceMore() {
    missed = true;
    serve();
    LockSupport.parkNanos(NAP_NANOS);
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
      if (signalled) { // once for all that has come together
        signalled = false;
        owner.helperSignalled();
      }
      worked |= server.workOff();
      hasSteps = server.hasSteps();
      retries = server.hasBacklog() || (hasSteps && !inbox.seesAnswers());
      if (worked) {
        owner.ringBell();
      }
      return worked;
    } finally {
      serving.unlock();
    }
  }

  private void run() {
    long lastLookNanos = System.nanoTime();
    lastWorkNanos = lastLookNanos;
    try {
      while (!stopping) {
        if (isAttended()) {
          nap();
        } else if (mayBeAttended()) {
          napOnceMore();
        } else {
          napNanos = 0;
          work();
        }
        long now = System.nanoTime();
        if (now - lastLookNanos >= LOOK_NANOS) {
          lastLookNanos = now;
          owner.look();
        }
      }
    } catch (RuntimeException e) {
      giveUp(e);
    }
  }

  /** Serves what there is, or lets some time pass. */
  @SuppressWarnings(
      "ThreadPriorityCheck") // the thread that holds the endpoint may wait for this core
  private void work() {
    boolean worked = serve();
    long now = System.nanoTime();
    if (worked) {
      if (isPolling) {
        polling.paid();
      }
      isPolling = false;
      lastWorkNanos = now;
      stepsNanos = RETRY_NANOS;
    } else if (retries && now - lastWorkNanos < RETRY_NANOS) {
      Thread.yield();
    } else if (now - lastWorkNanos < polling.nanos()) {
      isPolling = true;
      Thread.onSpinWait();
    } else {
      polling.wasInVain();
      isPolling = false;
      sleep();
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
    if (!arm()) {
      return;
    }
    if (serve()) {
      stepsNanos = RETRY_NANOS;
    } else if (retries) {
      inbox.await(RETRY_NANOS);
    } else if (hasSteps) {
      awaitStep();
    } else {
      stepsNanos = RETRY_NANOS;
      inbox.await(LOOK_NANOS);
    }
  }

  private void awaitStep() {
    long begin = System.nanoTime();
    inbox.await(stepsNanos);
    boolean hasCome = System.nanoTime() - begin < stepsNanos;
    stepsNanos = hasCome ? RETRY_NANOS : STEPS_NANOS;
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
    signalled = true;
  }

  /** Waits until no thread of this rank serves that did when this was called. */
  @SuppressWarnings("LockNotBeforeTry") // taken only to wait for whoever has it
  public void awaitServed() {
    serving.lock();
    serving.unlock();
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
