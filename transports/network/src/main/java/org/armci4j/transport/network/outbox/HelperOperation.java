package org.armci4j.transport.network.outbox;

import java.lang.foreign.MemorySegment;
import org.armci4j.transport.network.helper.HelperRequests;

/**
 * An operation that the target's helper thread carries out, by messages of one credit each.
 *
 * @param <R> the requests to the helper thread
 */
public final class HelperOperation<R extends HelperRequests> extends RankOperation {
  private final R requests;

  /**
   * Creates an operation.
   *
   * @param requests the requests to the helper thread
   */
  public HelperOperation(R requests) {
    this.requests = requests;
  }

  /** Returns the requests, to be filled before the operation is started. */
  public R requests() {
    reset();
    return requests;
  }

  @Override
  boolean start(RankRoute route) {
    while (requests.hasMore()) {
      if (!requests.mayBeSent(route.helper()) || !route.tryBeginMessage()) {
        return false;
      }
      try {
        long number = requests.sendNext(route.helper());
        if (isAwaited()) {
          uses(number);
        }
        route.hasStepped();
      } finally {
        route.helper().end();
      }
    }
    return true;
  }

  @Override
  void giveUp(RankRoute route) {
    super.giveUp(route);
    if (isStarted()) {
      route.helper().leaveValue(number());
    }
  }

  @Override
  void forget() {
    requests.forget();
  }

  @Override
  MemorySegment source() {
    return requests.source();
  }

  @Override
  long sourceBytes() {
    return requests.sourceBytes();
  }

  @Override
  void copySource() {
    requests.copySource();
  }

  @Override
  boolean isAwaited() {
    return requests.isAwaited();
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
    return isAwaited() || (requests.needsAnswers() ? requests.isOver() : super.isDone(route));
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
