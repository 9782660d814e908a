package org.armci4j.call;

import java.lang.foreign.MemorySegment;
import org.armci4j.Handle;
import org.armci4j.transport.WordWrites;

/** Sends what became of requests to their origins; for one thread at a time. */
final class Answers {
  private final CallMemory memory;
  private final CallLayout layout;
  private final Requests requests;
  private final WordWrites words = new WordWrites();
  private final Handle answered;

  /** Where the last word goes, and what it is. */
  private long signal;

  private long value;

  Answers(CallMemory memory, Requests requests) {
    this.memory = memory;
    this.layout = memory.layout();
    this.requests = requests;
    this.answered = memory.armci().newHandle();
  }

  /** Answers a request, if need be after a wait. */
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

  /** Answers a request, if that takes no wait and one message; false when nothing was done. */
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
   * Finds the words to write. A handler that has called waits with its thread for a word of that
   * thread's, which must come last; between ranks of one host it is written by itself.
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

  /** Whether the caller is a handler. */
  private boolean isForHandler(int place) {
    return requests.slot(place) >= layout.slots();
  }

  /** A long reply stays here, and is fetched. */
  private static int sentBytes(long outcome) {
    int lengthBytes = Status.lengthBytes(outcome);
    return lengthBytes <= CallLayout.SHORT_BYTES ? lengthBytes : 0;
  }

  /** It stays until the slot's next request, which comes when it has been seen. */
  private MemorySegment reply(int place, long outcome) {
    long at = layout.reply(requests.origin(place), requests.slot(place));
    return memory.memory().local().asSlice(at, sentBytes(outcome));
  }
}
