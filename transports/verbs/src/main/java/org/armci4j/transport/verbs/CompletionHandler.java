package org.armci4j.transport.verbs;

import java.util.concurrent.Semaphore;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.transport.network.EndpointProgress;
import org.armci4j.transport.network.PendingCopies;
import org.armci4j.transport.verbs.device.WorkStatus;
import org.armci4j.waiting.Condition;
import org.armci4j.waiting.OpenCondition;

/**
 * Handles the completions of one connection's requests. Requests complete in the order of their
 * numbers, so a completion covers all earlier ones. Data read into buffers are copied before the
 * read counts as complete.
 */
final class CompletionHandler {
  private static final OpenCondition<CompletionHandler> HAS_ROOM =
      (requests, most, last) -> requests.isAtMost(most, last);
  private static final Condition<CompletionHandler> TOOK_COMPLETION =
      (requests, _, _) -> requests.tryCompletion();

  private final EndpointProgress progress;

  private final CompletionRoom room;

  private final RequestLog log;
  private final PendingCopies copies;

  /** Null if the connection fails with its queue pair. */
  private final RequestJournal journal;

  /** Room that is reserved and not yet used; guarded by the connection's lock. */
  private int reserved;

  /**
   * @param progress of the endpoint
   * @param completionRoom free room in the completion queue that all connections share; null if the
   *     queue holds a completion of every request
   * @param log describes requests in messages
   * @param copies copies to make before a request is complete
   * @param journal posts failed requests again; null if the connection fails instead
   */
  CompletionHandler(
      EndpointProgress progress,
      Semaphore completionRoom,
      RequestLog log,
      PendingCopies copies,
      RequestJournal journal) {
    this.journal = journal;
    this.progress = progress;
    this.room = new CompletionRoom(completionRoom);
    this.log = log;
    this.copies = copies;
  }

  /** Waits until at most {@code requests} are under way, counting those up to {@code last}. */
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

  /**
   * Takes room for one more completion, which {@link #completed} gives back; waits if there is
   * none.
   */
  void takeCompletion() {
    if (reserved > 0) {
      reserved--;
    } else if (!room.tryTake(1)) {
      progress.await(TOOK_COMPLETION, this, 0, 0, "room in the completion queue");
    }
  }

  /**
   * Reserves room for a number of completions; returns false if there is less. {@link #endReserve}
   * gives back the unused rest.
   */
  boolean tryReserve(int completions) {
    boolean there = room.tryTake(completions);
    reserved = there ? completions : 0;
    return there;
  }

  /** Gives back reserved room that was not used. */
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

  /** Learns that the device refused a request. */
  void refused(long number, String reason) {
    fail(Text.format("%s was refused: %s", log.describe(number), reason));
  }

  /**
   * Learns that the queue pair has failed. With a journal the connection goes on by another queue
   * pair, else it has failed too.
   */
  void fail(String reason) {
    if (journal == null) {
      progress.fail(reason);
    } else {
      journal.fail(reason);
    }
  }

  /** Takes room for one more completion; returns false if there is none. */
  boolean tryMore() {
    return room.tryTake(1);
  }

  /**
   * Learns that a request is complete, and all before it. It first reads {@code started}: that
   * orders writes before the post, of the copies to make above all, before the reads here. Once the
   * connection has failed nothing completes, as the memory of its requests may have ended.
   *
   * @param low the low bits of the request's number
   * @param mask which bits those are
   */
  void completed(long low, long mask) {
    if (progress.started() == 0) {
      throw new IllegalStateException("completion of a request that was not posted");
    }
    if (progress.hasFailed()) {
      giveBackCompletion();
      return;
    }
    long before = progress.complete();
    long number = before + ((low - before) & mask);
    copies.copy(before, number);
    progress.completeUpTo(number);
    giveBackCompletion();
  }

  /**
   * Learns that a request ended in error, as every later one does. The first error tells the cause.
   */
  void failed(long low, long mask, int status, int vendorError) {
    long done = progress.complete();
    long number = done + ((low - done) & mask);
    fail(
        Text.format(
            "%s ended with %s, vendor error %d",
            log.describe(number), WorkStatus.text(status), vendorError));
    if (journal == null) {
      giveBackCompletion();
    } // else it is posted again, or the journal gives its room back
  }

  /** Gives back all room: no completion will come of requests under way. */
  void forget() {
    room.giveBackAll();
  }

  /** Gives back the room of a completion that has come, or will not come. */
  void giveBackCompletion() {
    room.giveBack();
  }
}
