package org.armci4j.transport.network.helper;

import java.lang.foreign.MemorySegment;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.armci4j.transport.network.HelperInbox;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The thread that serves other ranks where the network cannot: accumulates, atomic updates of four
 * bytes, and other operations if settings say so. It polls while there is work. After some time
 * without work it sleeps until the network wakes it. It never waits, not even for the transfers
 * that it starts: it soon tries again whatever cannot be served yet.
 *
 * <p>A waiting thread of the rank may serve in its place ({@link #attend}), which saves the wake-up
 * time. The helper thread then naps until that thread has computed, or slept, for a moment.
 *
 * <p>Source: "Host-Assisted Zero-Copy Remote Memory Access Communication on InfiniBand", section 5.
 */
public final class HelperThread implements HelperInbox.Receiver, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(HelperThread.class);
  private static final long LOOK_NANOS = 1_000_000_000;

  /**
   * Time limits while something must be tried again that no message announces. The thread first
   * yields for so long to threads that hold what it needs; then it sleeps at most so long at a
   * time.
   */
  private static final long RETRY_NANOS = 50_000;

  /**
   * Longest sleep while this rank has queued operations and their progress ends the sleep. The
   * first sleep, and the one after any arrival, last at most {@link #RETRY_NANOS}: an operation may
   * be held up by a lock or by the gathering of short puts, whose end wakes nobody.
   */
  private static final long STEPS_NANOS = 1_000_000;

  /**
   * Length of the first nap; a thread of the rank counts as serving until so long after its latest
   * service. While one serves, each nap doubles, up to the longest: the end of a nap takes a core
   * for some 30 µs (measured in a virtual machine), perhaps the serving thread's. A serving thread
   * that lost its core looks as if it had gone. So this thread first serves once and takes one more
   * short nap. Hence a rank that goes on to compute is noticed after the time for which it has
   * served, plus two short naps.
   */
  private static final long NAP_NANOS = 50_000;

  private static final long LONGEST_NAP_NANOS = 1_000_000;

  /** Value in place of a time: no thread of the rank serves. */
  private static final long NOBODY = Long.MIN_VALUE;

  private final HelperInbox inbox;
  private final PollTime polling;
  private final HelperServer server;
  private final Owner owner;
  private final Thread thread;

  /** Held by the thread that serves; no thread that serves waits for it. */
  private final ReentrantLock serving = new ReentrantLock();

  /**
   * Time at which a thread of the rank served last; {@link #NOBODY} if one has gone to sleep since.
   */
  private volatile long attendedNanos = NOBODY;

  /** Length of the latest nap; 0 while no thread of the rank serves. */
  private long napNanos;

  /** True if no thread served during the latest nap. */
  private boolean napWasAlone;

  private long lastWorkNanos;

  /** True while polling finds nothing. */
  private boolean isPolling;

  /** True if the latest service left something to be tried again. */
  private volatile boolean retries;

  /** True if this rank's own transfers had steps left after the latest service. */
  private volatile boolean hasSteps;

  /** Length of the next sleep while there are such steps. */
  private long stepsNanos = RETRY_NANOS;

  private volatile boolean stopping;

  /** Whether this rank's helper for calls was signalled; for the thread that serves. */
  private boolean signalled;

  /**
   * @param rank this rank
   * @param inbox where messages arrive
   * @param pollNanos how long the thread polls without success before it sleeps
   * @param server carries out the messages
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

  /** The transport that the thread works for. */
  public interface Owner {
    /** Called when another rank has signalled this rank's helper for procedure calls. */
    void helperSignalled();

    /** Called after something was served: a sleeping wait of this rank may depend on it. */
    void ringBell();

    /** Called about once a second, even while the thread is busy. */
    void look();

    /** Called with the exception that ends the service. */
    void helperEnded(RuntimeException thrown);
  }

  /** Starts the thread. */
  public void start() {
    thread.start();
  }

  /**
   * Serves in a waiting thread of the rank, whose wait may depend on a message in the inbox. Does
   * nothing in a thread that already serves: that thread may be taking a transfer's step.
   *
   * @return whether anything was served; false too if another thread serves
   */
  public boolean attend() {
    if (serving.isHeldByCurrentThread() || Thread.currentThread().equals(thread)) {
      return false;
    }
    attendedNanos = System.nanoTime();
    try {
      return serve();
    } catch (RuntimeException e) {
      giveUp(e);
      return false;
    }
  }

  /**
   * Hands the service back to the helper thread, since a thread of the rank that served will sleep.
   */
  public void leave() {
    if (attendedNanos != NOBODY) {
      attendedNanos = NOBODY;
      LockSupport.unpark(thread);
    }
  }

  private boolean isAttended() {
    long at = attendedNanos;
    return at != NOBODY && System.nanoTime() - at < NAP_NANOS;
  }

  /** Returns whether a thread that no longer seems to serve may merely have lost its core. */
  private boolean mayBeAttended() {
    return napNanos != 0 && attendedNanos != NOBODY && !napWasAlone;
  }

  /** Sleeps without arming the inbox, so that messages do not wake this thread. */
  private void nap() {
    napWasAlone = false;
    napNanos = Math.clamp(2 * napNanos, NAP_NANOS, LONGEST_NAP_NANOS);
    LockSupport.parkNanos(napNanos);
  }

  private void napOnceMore() {
    napWasAlone = true;
    serve();
    LockSupport.parkNanos(NAP_NANOS);
  }

  private boolean serve() {
    if (serving.isHeldByCurrentThread() || !serving.tryLock()) {
      return false;
    }
    try {
      return serveLocked();
    } finally {
      serving.unlock();
    }
  }

  private boolean serveLocked() {
    if (stopping) { // the memory that messages would change may be gone
      return false;
    }
    boolean worked = inbox.receive(this);
    if (signalled) { // once for all signals received together
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

  /** Serves, or else yields, polls or sleeps. */
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
    if (!serving.tryLock()) {
      return;
    }
    boolean worked;
    try {
      // Under one lock: a message from before the inbox was armed wakes nobody, and another thread
      // could leave it, or keep it for a retry, after this thread has looked.
      inbox.arm();
      worked = serveLocked();
    } finally {
      serving.unlock();
    }
    if (worked) {
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

  @Override
  public void message(MemorySegment memory, long offset) {
    server.serve(memory, offset);
  }

  /** Allows steps that this turn then takes, see {@link HelperServer#workOff}. */
  @Override
  public void answered() {
    server.answered();
  }

  @Override
  public void notified() {
    signalled = true;
  }

  /** Waits until no thread serves that did so when this was called. */
  @SuppressWarnings("LockNotBeforeTry") // taken only to wait for its holder
  public void awaitServed() {
    serving.lock();
    serving.unlock();
  }

  /** Ends the thread. When this returns, no waiting thread of the rank serves either. */
  @Override
  public void close() {
    stopping = true;
    inbox.wake();
    serving.lock();
    try {
      thread.join(); // the thread takes the lock only by tryLock, so it ends
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      serving.unlock();
    }
  }
}
