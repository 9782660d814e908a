package org.armci4j.call;

/**
 * Serves the requests in this rank's block. Used only by the helper thread, and recursively by its
 * handlers while they wait for their own calls.
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

  /** Sends one unsent answer or serves one request; returns false if there is neither. */
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

  /** Answers all present requests with {@link Status#CLOSED}, after all unsent answers. */
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
