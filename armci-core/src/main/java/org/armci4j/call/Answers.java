package org.armci4j.call;

import java.lang.foreign.MemorySegment;
import org.armci4j.Handle;
import org.armci4j.error.RankFailedException;
import org.armci4j.transport.WordWrites;

/** Sends the outcomes of requests to their origins; used by one thread at a time. */
final class Answers {
  private final CallMemory memory;
  private final CallLayout layout;
  private final Requests requests;
  private final WordWrites words = new WordWrites();
  private final Handle answered;

  /** Offset of the signal word, the last word of an answer. */
  private long signal;

  private long value;

  Answers(CallMemory memory, Requests requests) {
    this.memory = memory;
    this.layout = memory.layout();
    this.requests = requests;
    this.answered = memory.armci().newHandle();
  }

  /** Throws unless the job goes on without the rank that an exception names. */
  void requireGoesOn(RankFailedException lost) {
    memory.requireGoesOn(lost);
  }

  /** Answers a request, after a wait if necessary. */
  void send(int request, long outcome) {
    prepare(request, outcome);
    memory.send(
        reply(request, outcome),
        sentBytes(outcome),
        requests.origin(request),
        layout.shortReply(memory.rank(), requests.slot(request)),
        words,
        signal,
        value,
        answered);
    if (isForHandler(request) && !words.signalsHelper()) {
      memory.bumpArrivals(requests.origin(request));
    }
  }

  /**
   * Answers a request if that needs no wait and a single message; else returns false and sends
   * nothing.
   */
  boolean trySend(int request, long outcome) {
    prepare(request, outcome);
    return isForHandler(request) == words.signalsHelper()
        && memory.trySend(
            reply(request, outcome),
            sentBytes(outcome),
            requests.origin(request),
            layout.shortReply(memory.rank(), requests.slot(request)),
            words,
            signal,
            value);
  }

  /**
   * Sets the words of an answer. If the caller is a handler, its helper thread waits for {@link
   * CallLayout#ARRIVALS}, which must come last. Between ranks of one host, {@link #send} writes
   * that word separately.
   */
  private void prepare(int request, long outcome) {
    int slot = requests.slot(request);
    words.clear().add(layout.outcome(memory.rank(), slot), outcome);
    signal = layout.replied(memory.rank(), slot);
    value = requests.sequence(request);
    if (isForHandler(request) && !memory.reaches(requests.origin(request))) {
      words.add(signal, value).signalHelper();
      signal = CallLayout.ARRIVALS;
      value = memory.nextBump();
    }
  }

  /** Returns whether the caller is a handler. */
  private boolean isForHandler(int request) {
    return requests.slot(request) >= layout.slots();
  }

  /** Returns the bytes to send with the answer: none of a long reply, which the origin fetches. */
  private static int sentBytes(long outcome) {
    int lengthBytes = Status.lengthBytes(outcome);
    return lengthBytes <= CallLayout.SHORT_BYTES ? lengthBytes : 0;
  }

  /**
   * Returns the reply to send. It stays in place until the slot's next request, which follows the
   * origin's read of it.
   */
  private MemorySegment reply(int request, long outcome) {
    long at = layout.reply(requests.origin(request), requests.slot(request));
    return memory.memory().local().asSlice(at, sentBytes(outcome));
  }
}
