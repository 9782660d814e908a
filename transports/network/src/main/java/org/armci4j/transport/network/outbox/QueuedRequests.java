package org.armci4j.transport.network.outbox;

import org.armci4j.transport.network.helper.HelperRequests;

/** What is asked of the helper thread there, of which a message goes with each credit. */
final class QueuedRequests extends Queued {
  private final HelperRequests requests;

  QueuedRequests(HelperRequests requests) {
    this.requests = requests;
  }

  @Override
  boolean start(Way way) {
    while (requests.hasMore()) {
      if (!requests.mayBeSent(way.helper()) || !way.tryBeginMessage()) {
        return false;
      }
      try {
        requests.sendNext(way.helper());
        way.hasStepped();
      } finally {
        way.helper().end();
      }
    }
    return true;
  }

  @Override
  boolean goesOn() {
    return requests.needsAnswers();
  }

  @Override
  boolean goOn(Way way) {
    return requests.takeAnswers(way.helper());
  }

  @Override
  boolean isDone(Way way) {
    return requests.needsAnswers() ? requests.isOver() : super.isDone(way);
  }

  @Override
  void end() {
    requests.end();
  }

  @Override
  String describe() {
    return "work of the helper thread there";
  }
}
