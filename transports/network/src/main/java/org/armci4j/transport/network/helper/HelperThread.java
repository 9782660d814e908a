package org.armci4j.transport.network.helper;

import java.lang.foreign.MemorySegment;
import org.armci4j.transport.network.HelperInbox;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The thread that does at a rank what its network cannot: accumulate, atomic updates of four bytes,
 * and others where settings say so. It polls while there is work, and sleeps until the network
 * wakes it when there has been none for a while. It starts transfers and does not wait for them,
 * nor for anything else: what cannot be served now is tried again soon.
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

  private final HelperInbox inbox;
  private final PollTime polling;
  private final HelperServer server;
  private final Owner owner;
  private final Thread thread;
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

    /** Called about once a second, whatever there is to do. */
    void look();

    /** The thread must give up. */
    void helperEnded(RuntimeException thrown);
  }

  /** Begins. */
  public void start() {
    thread.start();
  }

  @SuppressWarnings(
      "ThreadPriorityCheck") // the thread that holds the endpoint may wait for this core
  private void run() {
    long lastWorkNanos = System.nanoTime();
    long lastLookNanos = lastWorkNanos;
    boolean isPolling = false;
    try {
      while (!stopping) {
        boolean worked = inbox.receive(this);
        worked |= server.workOff();
        long now = System.nanoTime();
        if (worked) {
          if (isPolling) {
            polling.paid();
          }
          isPolling = false;
          lastWorkNanos = now;
        } else if (server.hasBacklog() && now - lastWorkNanos < RETRY_NANOS) {
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
      if (!stopping) {
        LOG.error("the helper thread ends: other ranks' requests will not be served", e);
        owner.helperEnded(e);
      }
    }
  }

  private void sleep() {
    inbox.arm();
    if (!inbox.receive(this)) {
      inbox.await(server.hasBacklog() ? RETRY_NANOS : LOOK_NANOS);
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

  @Override
  public void close() {
    stopping = true;
    inbox.wake();
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
