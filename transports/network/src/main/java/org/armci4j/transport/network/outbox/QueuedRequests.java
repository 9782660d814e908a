package org.armci4j.transport.network.outbox;

import org.armci4j.transport.network.helper.HelperRequests;

/** What is asked of the helper thread there, of which a message goes with each credit. */
final class QueuedRequests extends Queued {
  private final HelperRequests requests;

  QueuedRequests(HelperRequests requests) {
    this.requests = requests;
  }

  @Override
  boolean start(RankRoute route) {
    while (requests.hasMore()) {
      if (!requests.mayBeSent(route.helper()) || !route.tryBeginMessage()) {
        return false;
      }
      try {
        requests.sendNext(route.helper());
        route.hasStepped();
      } finally {
        route.helper().end();
      }
    }
    return true;
  }

  @Override
  boolean goesOn() {
    return requests.needsAnswers();
  }

  @Override
  boolean goOn(RankRoute route) {
    return requests.takeAnswers(route.helper());
  }

  @Override
  boolean isDone(RankRoute route) {
    return requests.needsAnswers() ? requests.isOver() : super.isDone(route);
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
