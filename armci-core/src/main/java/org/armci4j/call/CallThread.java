package org.armci4j.call;

import org.armci4j.Armci;
import org.armci4j.ArmciException;
import org.armci4j.waiting.Waiter;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The thread of a rank that serves what others ask of it, so that they need not wait for the rank's
 * own calls. It waits as the runtime waits: after some idle milliseconds it parks, and an idle
 * helper takes next to no processor time.
 */
final class CallThread {
  private static final Logger LOG = LoggerFactory.getLogger(CallThread.class);

  /** How long closing waits for a handler that runs. */
  private static final long JOIN_MILLIS = 5_000;

  private final CallMemory memory;
  private final CallServer server;
  private final Thread thread;
  private volatile boolean stopped;

  CallThread(CallMemory memory, CallServer server) {
    this.memory = memory;
    this.server = server;
    this.thread =
        Thread.ofPlatform().daemon().name("armci-helper-" + memory.rank()).unstarted(this::serve);
  }

  void start() {
    thread.start();
  }

  /** Whether the caller runs on the helper thread, so is a handler. */
  boolean isCurrent() {
    return thread.equals(Thread.currentThread());
  }

  private void serve() {
    try {
      while (!stopped) {
        serveOrWait(Long.MAX_VALUE);
      }
      server.refuseAll();
    } catch (ArmciException | IllegalStateException e) {
      // The job is over, or its memory has gone: the others learn of that by themselves.
      LOG.debug("rank {} serves no more calls: {}", memory.rank(), e.toString());
    } catch (RuntimeException | Error e) {
      LOG.error("the helper thread of rank {} has failed", memory.rank(), e);
      Armci armci = memory.armci();
      armci.abort("its helper thread has failed: " + e);
    }
  }

  /** Serves one request, or else waits until there may be one, or a reply to a handler. */
  private void serveOrWait(long timeoutNanos) {
    long seen = memory.own(CallLayout.ARRIVALS); // before the requests, so that none is missed
    if (!server.serveOne() && !stopped) {
      memory.awaitArrival(seen, timeoutNanos);
    }
  }

  /** The wait of a handler for its own call: others are served meanwhile. */
  void serveUntilComplete(Call call, long timeoutNanos) {
    long startNanos = Waiter.startNanos(timeoutNanos);
    while (true) {
      long seen = memory.own(CallLayout.ARRIVALS); // before the reply, so that none is missed
      if (call.test()) {
        return;
      }
      if (!server.serveOne()) {
        memory.awaitArrival(seen, Waiter.leftNanos(startNanos, timeoutNanos));
      }
    }
  }

  /** Has the thread end: what has arrived by now is refused. Waits for a handler, but not long. */
  void stop() {
    stopped = true;
    memory.wakeHelper();
    if (isCurrent()) {
      return;
    }
    try {
      thread.join(JOIN_MILLIS);
      if (thread.isAlive()) {
        LOG.warn("rank {} closes its calls while a handler runs on", memory.rank());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
