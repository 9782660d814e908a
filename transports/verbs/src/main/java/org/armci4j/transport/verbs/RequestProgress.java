package org.armci4j.transport.verbs;

import java.util.concurrent.Semaphore;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.transport.network.EndpointProgress;
import org.armci4j.transport.network.PendingCopies;
import org.armci4j.transport.verbs.device.WorkStatus;
import org.armci4j.waiting.Condition;
import org.armci4j.waiting.OpenCondition;

/**
 * How far the requests of one connection have come. They complete in the order of their numbers, so
 * a completion tells of all before it; what was read into buffers is copied before it counts as
 * complete.
 */
final class RequestProgress {
  private static final OpenCondition<RequestProgress> HAS_ROOM =
      (requests, most, last) -> requests.isAtMost(most, last);
  private static final Condition<RequestProgress> TOOK_COMPLETION =
      (requests, _, _) -> requests.tryCompletion();

  private final EndpointProgress progress;

  /** Null where the queue has room for a completion of every request. */
  private final CompletionRoom room;

  private final RequestLog log;
  private final PendingCopies copies;

  /** Null of a connection that fails with its queue pair. */
  private final RequestJournal journal;

  /** Of that, what is set aside and not yet used; under the connection's lock. */
  private int reserved;

  /**
   * @param progress of the endpoint
   * @param completionRoom how many more completions the queue has room for that all connections
   *     share; null if it holds one for every request
   * @param log what the requests are
   * @param copies what must be copied before a request is complete
   * @param journal has what failed posted again; null where the connection fails
   */
  RequestProgress(
      EndpointProgress progress,
      Semaphore completionRoom,
      RequestLog log,
      PendingCopies copies,
      RequestJournal journal) {
    this.journal = journal;
    this.progress = progress;
    this.room = completionRoom == null ? null : new CompletionRoom(completionRoom);
    this.log = log;
    this.copies = copies;
  }

  /** Waits until so many requests at most are under way, counting those up to {@code last}. */
  void awaitAtMost(int requests, long last) {
    progress.await(HAS_ROOM, this, requests, last, "room in the queue");
  }

  private boolean isAtMost(long requests, long last) {
    if (last - progress.complete() <= requests) {
      return true;
    }
    progress.check();
    return false;
  }

  /** Takes room for one more completion, which {@link #completed} gives back. */
  void takeCompletion() {
    if (reserved > 0) {
      reserved--;
    } else if (room != null) {
      progress.await(TOOK_COMPLETION, this, 0, 0, "room in the completion queue");
    }
  }

  /** Takes room for so many completions if it is there; {@link #endReserve} gives back the rest. */
  boolean tryReserve(int completions) {
    if (room == null) {
      return true;
    }
    boolean there = room.tryTake(completions);
    reserved = there ? completions : 0;
    return there;
  }

  /** What is reserved and has not been used is free again. */
  void endReserve() {
    for (; reserved > 0; reserved--) {
      room.giveBack();
    }
  }

  private boolean tryCompletion() {
    if (room.tryTake(1)) {
      return true;
    }
    progress.check();
    return false;
  }

  /** The device did not take a request. */
  void refused(long number, String reason) {
    fail(Text.format("%s was refused: %s", log.describe(number), reason));
  }

  private void fail(String reason) {
    if (journal == null) {
      progress.fail(reason);
    } else {
      journal.fail(reason);
    }
  }

  /** The completion of a request that is complete will not come. */
  void neverCompletes() {
    giveBackCompletion();
  }

  /** Takes room for one more completion if it is there. */
  boolean tryMore() {
    return room == null || room.tryTake(1);
  }

  /**
   * A request is complete, and all before it. Reading {@code started} first orders what was written
   * before the request was posted, copies to make above all, before what is read here.
   *
   * @param low the low bits of its number
   * @param mask which bits those are
   */
  void completed(long low, long mask) {
    if (progress.started() == 0) {
      throw new IllegalStateException("completion of a request that was not posted");
    }
    long before = progress.complete();
    long number = before + ((low - before) & mask);
    copies.copy(before, number);
    progress.completeUpTo(number);
    giveBackCompletion();
  }

  /** A request ended in error, and so does every later one. The first is the one that tells why. */
  void failed(long low, long mask, int status, int vendorError) {
    long done = progress.complete();
    long number = done + ((low - done) & mask);
    fail(
        Text.format(
            "%s ended with %s, vendor error %d",
            log.describe(number), WorkStatus.text(status), vendorError));
    if (journal == null) {
      giveBackCompletion();
    } // else it is posted again, or never completes
  }

  /** No completion will come of what is under way. */
  void forget() {
    if (room != null) {
      room.forget();
    }
  }

  private void giveBackCompletion() {
    if (room != null) {
      room.giveBack();
    }
  }
}
