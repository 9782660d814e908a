package org.armci4j.call;

/**
 * Serves the requests in this rank's block. Used by the thread of the calls alone, and again by
 * handlers on it that wait for calls of their own.
 */
final class CallServer {
  private final Requests requests;
  private final CallRun run;
  private final Answers answers;
  private final Unsent unsent;

  CallServer(CallMemory memory, Requests requests, Unsent unsent) {
    this.requests = requests;
    this.run = new CallRun(memory);
    this.answers = new Answers(memory, requests);
    this.unsent = unsent;
  }

  /** Serves one request; false when there is none. */
  boolean serveOne() {
    if (unsent.sendOne(answers)) {
      return true;
    }
    int taken = requests.take();
    if (taken < 0) {
      return false;
    }
    unsent.send(answers, taken, run.run(requests, taken));
    return true;
  }

  /** Answers all requests that are there with the news that this rank serves no more. */
  void refuseAll() {
    boolean any;
    do {
      any = unsent.sendOne(answers);
    } while (any);
    for (int taken = requests.take(); taken >= 0; taken = requests.take()) {
      unsent.send(answers, taken, Status.outcome(Status.CLOSED, 0));
    }
  }
}
