package org.armci4j.call;

import org.armci4j.Armci;
import org.armci4j.error.ArmciException;
import org.armci4j.waiting.Waiter;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The helper thread of a rank. It serves procedure calls, so that callers do not wait for the
 * rank's own threads. Its waits are those of the runtime: after some idle milliseconds it parks,
 * and then takes almost no processor time.
 */
final class CallThread {
  private static final Logger LOG = LoggerFactory.getLogger(CallThread.class);

  /** Longest wait of closing for a running handler. */
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

  /** Returns whether the caller runs on the helper thread, so is a handler. */
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
      // The job is over, or its memory is freed; the other ranks detect that by themselves.
      LOG.debug("rank {} serves no more calls: {}", memory.rank(), e.toString());
    } catch (RuntimeException | Error e) {
      LOG.error("the helper thread of rank {} has failed", memory.rank(), e);
      Armci armci = memory.armci();
      armci.abort("its helper thread has failed: " + e);
    }
  }

  /** Serves one request, or else waits until a request or a reply to a handler may have come. */
  private void serveOrWait(long timeoutNanos) {
    long seen = memory.own(CallLayout.ARRIVALS); // before the requests, so that none is missed
    if (!server.serveOne() && !stopped) {
      memory.awaitArrival(seen, timeoutNanos);
    }
  }

  /** Waits, in a handler, for the handler's own call, and serves other calls meanwhile. */
  void serveUntilComplete(Call call, int target, long timeoutNanos) {
    long startNanos = Waiter.startNanos(timeoutNanos);
    while (true) {
      long seen = memory.own(CallLayout.ARRIVALS); // before the reply, so that none is missed
      if (call.test()) {
        return;
      }
      memory.requireWell(target);
      if (!server.serveOne()) {
        memory.awaitArrival(seen, Waiter.leftNanos(startNanos, timeoutNanos));
      }
    }
  }

  /** Ends the thread, which refuses all requests present. Waits up to 5 s for a running handler. */
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
