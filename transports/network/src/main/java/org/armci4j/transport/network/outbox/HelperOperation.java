package org.armci4j.transport.network.outbox;

import java.lang.foreign.MemorySegment;
import org.armci4j.transport.network.helper.HelperRequests;

/**
 * An operation that the helper thread there carries out, of which a message goes with each credit.
 *
 * @param <R> what is asked of it
 */
public final class HelperOperation<R extends HelperRequests> extends RankOperation {
  private final R requests;

  /**
   * Creates one.
   *
   * @param requests what is asked
   */
  public HelperOperation(R requests) {
    this.requests = requests;
  }

  /** Returns what is asked, to be filled before this is started. */
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
