package org.armci4j.profile.recording;

/**
 * Records a nonblocking collective, from each of its starts to its end: as a span, as an event, and
 * among the calls of its kind. The time between belongs to no thread, which computes meanwhile;
 * only starts and waits are time of a thread.
 */
public final class CallInFlight {
  private final CollectiveRecord calls;
  private final int root;
  private final long bytes;
  private final String algorithm;

  /** Null where no trace is wanted. */
  private final Spans spans;

  /** Null where no events are wanted. */
  private final CallEvents events;

  private long call;
  private long startNanos;

  CallInFlight(
      CollectiveRecord calls,
      int root,
      long bytes,
      String algorithm,
      Spans spans,
      CallEvents events) {
    this.calls = calls;
    this.root = root;
    this.bytes = bytes;
    this.algorithm = algorithm;
    this.spans = spans;
    this.events = events;
  }

  CollectiveRecord calls() {
    return calls;
  }

  /** Tells that it is started. No thread ends it or waits for it before. */
  public void begin() {
    if (events != null) {
      events.begin();
    }
    startNanos = System.nanoTime();
    call = calls.begin(root, startNanos);
  }

  /** Tells that it has ended. Called once for each start, by any thread. */
  public void end() {
    long now = System.nanoTime();
    calls.complete(call, now);
    if (spans != null) {
      long nanos = now - startNanos;
      spans.add(calls.label(), root, bytes, 1, startNanos, nanos, WordEvent.call(calls, call));
    }
    if (events != null) {
      events.end(calls.kind(), call, root, bytes, algorithm);
    }
  }

  /** Tells since when a thread has waited for it, when that wait is over. */
  void waited(long since) {
    calls.waited(call, since);
  }
}
