package org.armci4j.call;

import java.lang.foreign.MemorySegment;
import org.armci4j.Handle;
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

  /** Answers a request, after a wait if necessary. */
  void send(int place, long outcome) {
    prepare(place, outcome);
    memory.send(
        reply(place, outcome),
        sentBytes(outcome),
        requests.origin(place),
        layout.shortReply(memory.rank(), requests.slot(place)),
        words,
        signal,
        value,
        answered);
    if (isForHandler(place) && !words.signalsHelper()) {
      memory.bumpArrivals(requests.origin(place));
    }
  }

  /**
   * Answers a request if that needs no wait and a single message; else returns false and sends
   * nothing.
   */
  boolean trySend(int place, long outcome) {
    prepare(place, outcome);
    return isForHandler(place) == words.signalsHelper()
        && memory.trySend(
            reply(place, outcome),
            sentBytes(outcome),
            requests.origin(place),
            layout.shortReply(memory.rank(), requests.slot(place)),
            words,
            signal,
            value);
  }

  /**
   * Sets the words of an answer. If the caller is a handler, its helper thread waits for {@link
   * CallLayout#ARRIVALS}, which must come last. Between ranks of one host, {@link #send} writes
   * that word separately.
   */
  private void prepare(int place, long outcome) {
    int slot = requests.slot(place);
    words.clear().add(layout.outcome(memory.rank(), slot), outcome);
    signal = layout.replied(memory.rank(), slot);
    value = requests.sequence(place);
    if (isForHandler(place) && !memory.reaches(requests.origin(place))) {
      words.add(signal, value).signalHelper();
      signal = CallLayout.ARRIVALS;
      value = memory.nextBump();
    }
  }

  /** Returns whether the caller is a handler. */
  private boolean isForHandler(int place) {
    return requests.slot(place) >= layout.slots();
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
  private MemorySegment reply(int place, long outcome) {
    long at = layout.reply(requests.origin(place), requests.slot(place));
    return memory.memory().local().asSlice(at, sentBytes(outcome));
  }
}
