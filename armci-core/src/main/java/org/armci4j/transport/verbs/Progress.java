package org.armci4j.transport.verbs;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.Semaphore;
import org.armci4j.ArmciException;
import org.armci4j.bootstrap.Bootstrap;
import org.armci4j.transport.verbs.device.WorkStatus;

/**
 * How far the requests of one connection have come: the number of the latest that was posted, the
 * number up to which all are complete, and why the rest never will be. Requests complete in the
 * order of their numbers, so two numbers tell all. A third, {@code asked}, is that of the latest
 * request of which a completion will tell.
 *
 * <p>{@code posted} and {@code asked} are changed by whoever holds the connection, {@code complete}
 * by whoever polls; any thread reads them, and waits here.
 */
final class Progress {
  private static final long NOTHING_DUE = -1;
  private static final VarHandle POSTED;
  private static final VarHandle COMPLETE;
  private static final VarHandle ASKED;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      POSTED = lookup.findVarHandle(Progress.class, "posted", long.class);
      COMPLETE = lookup.findVarHandle(Progress.class, "complete", long.class);
      ASKED = lookup.findVarHandle(Progress.class, "asked", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final int rank;
  private final CompletionPoller poller;
  private final Bootstrap bootstrap;
  private final Semaphore completionRoom;
  private final String where;
  private final RequestLog log;
  private final Landings landings;
  private volatile long posted;
  private volatile long complete;
  private volatile long asked;
  private volatile ArmciException failure;

  /** What the latest look saw, and for how long nothing had ended then; for who polls. */
  private long completeAtLook = NOTHING_DUE;

  private long silentNanos;

  /**
   * @param rank the other side
   * @param completionRoom how many more completions the queue has room for that all connections
   *     share; null if it holds one for every request
   * @param where device and port, for messages
   * @param log what the requests are
   * @param landings what must be copied before a request is complete
   */
  Progress(
      int rank,
      CompletionPoller poller,
      Bootstrap bootstrap,
      Semaphore completionRoom,
      String where,
      RequestLog log,
      Landings landings) {
    this.rank = rank;
    this.poller = poller;
    this.bootstrap = bootstrap;
    this.completionRoom = completionRoom;
    this.where = where;
    this.log = log;
    this.landings = landings;
  }

  long posted() {
    return posted;
  }

  long complete() {
    return complete;
  }

  boolean hasFailed() {
    return failure != null;
  }

  /** Throws if the connection has failed. */
  void check() {
    ArmciException seen = failure;
    if (seen != null) {
      poller.told();
      throw new ArmciException(seen.getMessage(), seen);
    }
  }

  /** Whether a request is complete; throws when it never will be. */
  boolean isComplete(long number) {
    if (complete >= number) {
      return true;
    }
    check();
    return false;
  }

  /** Whether the device has done with a request's buffers. */
  boolean isOver(long number) {
    return complete >= number || failure != null;
  }

  /** Waits for {@link #isOver}. */
  void awaitOver(long number) {
    Patience patience = patience("a transfer");
    while (!isOver(number)) {
      pollOr(patience);
    }
  }

  /** Waits until a request is complete. */
  void await(long number, String operation) {
    for (int look = 0; look < Patience.LOOKS; look++) {
      if (isComplete(number)) {
        return;
      }
      if (!poller.poll()) {
        Thread.onSpinWait();
      }
    }
    Patience patience = patience(operation);
    while (!isComplete(number)) {
      pollOr(patience);
    }
  }

  /** Waits until so many requests at most are under way, counting those up to {@code last}. */
  void awaitAtMost(int requests, long last) {
    if (last - complete <= requests) {
      return;
    }
    poller.poll();
    if (last - complete > requests) {
      Patience patience = patience("room in the queue");
      while (last - complete > requests) {
        check();
        pollOr(patience);
      }
    }
  }

  /** Takes room for one more completion, which {@link #completed} gives back. */
  void takeCompletion() {
    if (completionRoom != null && !completionRoom.tryAcquire()) {
      Patience patience = patience("room in the completion queue");
      while (!completionRoom.tryAcquire()) {
        check();
        pollOr(patience);
      }
    }
  }

  private void pollOr(Patience patience) {
    if (!poller.poll()) {
      patience.pause();
    }
  }

  private Patience patience(String operation) {
    return new Patience(
        bootstrap,
        () -> "%s, rank %d through %s".formatted(operation, rank, where),
        Long.MAX_VALUE);
  }

  /**
   * Before the device knows of them, so that no completion comes unexpected.
   *
   * @param last the latest request
   * @param told the latest of which a completion will tell
   */
  void posting(long last, long told) {
    ASKED.setRelease(this, told);
    POSTED.setRelease(this, last);
  }

  /**
   * Looks whether anything has ended since the look before. Fails when completions have been due
   * for too long: a device ends every request, if need be in error, but may itself be at fault.
   *
   * @param elapsedNanos since the look before
   * @param limitNanos how long nothing may end
   */
  void look(long elapsedNanos, long limitNanos) {
    long done = complete;
    boolean due = asked > done && failure == null;
    silentNanos = due && done == completeAtLook ? silentNanos + elapsedNanos : 0;
    completeAtLook = due ? done : NOTHING_DUE;
    if (silentNanos > limitNanos) {
      fail(
          "%s did not end within %,d ms (verbsRequestTimeout), nor did the device tell why"
              .formatted(log.describe(done + 1), limitNanos / 1_000_000));
    }
  }

  /** The device did not take a request. */
  void refused(long number, String reason) {
    fail("%s was refused: %s".formatted(log.describe(number), reason));
  }

  /**
   * A request is complete, and all before it. Reading {@code posted} first orders what was written
   * before the request was posted, landings above all, before what is read here.
   *
   * @param low the low bits of its number
   * @param mask which bits those are
   */
  void completed(long low, long mask) {
    if (posted == 0) {
      throw new IllegalStateException("completion of a request that was not posted");
    }
    long before = complete;
    long number = before + ((low - before) & mask);
    landings.land(before, number);
    COMPLETE.setRelease(this, number);
    giveBackCompletion();
  }

  /** A request ended in error, and so does every later one. The first is the one that tells why. */
  void failed(long low, long mask, int status, int vendorError) {
    long number = complete + ((low - complete) & mask);
    fail(
        "%s ended with %s, vendor error %d"
            .formatted(log.describe(number), WorkStatus.text(status), vendorError));
    giveBackCompletion();
  }

  private void giveBackCompletion() {
    if (completionRoom != null) {
      completionRoom.release();
    }
  }

  private void fail(String reason) {
    if (failure == null) {
      failure =
          new ArmciException(
              "rank %d lost its connection to rank %d through %s: %s"
                  .formatted(bootstrap.rank(), rank, where, reason));
      poller.fail(failure);
    }
  }

  /** What is under way, in words; empty when nothing is. */
  String underWay() {
    long last = posted;
    long done = complete;
    ArmciException seen = failure;
    if (seen != null) {
      return seen.getMessage();
    }
    return last == done
        ? ""
        : "%d requests to rank %d through %s are not complete; the oldest is a %s"
            .formatted(last - done, rank, where, log.describe(done + 1));
  }
}
