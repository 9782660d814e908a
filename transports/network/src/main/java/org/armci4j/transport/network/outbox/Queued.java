package org.armci4j.transport.network.outbox;

import org.armci4j.transport.RemoteBlock;

/** An operation from its call until the network uses none of its memory any more. */
abstract class Queued {
  private long ticket;

  /** The latest of the endpoint's operations that use the caller's memory. */
  private long number = RemoteBlock.COMPLETE;

  /** For the thread that starts operations. */
  private boolean goingOn;

  /** Written last: a thread that reads it knows the number. */
  private volatile boolean started;

  /**
   * Starts what can be started now, and waits for nothing.
   *
   * @return whether all of it has been started
   */
  abstract boolean start(RankRoute route);

  /** Whether there is more to be done when it has been started: {@link #goOn}. */
  boolean goesOn() {
    return false;
  }

  /**
   * Does of that what can be done now, and waits for nothing.
   *
   * @return whether there was anything
   */
  boolean goOn(RankRoute route) {
    return false;
  }

  /** Once it has been started: whether nothing uses the caller's memory any more. */
  boolean isDone(RankRoute route) {
    return route.endpoint().progress().complete() >= number;
  }

  /** The connection has ended, and it will not be done. */
  void end() {}

  /** Words for reports. */
  abstract String describe();

  final void uses(long ticketOfPart) {
    if (ticketOfPart != RemoteBlock.COMPLETE) {
      number = ticketOfPart;
    }
  }

  final boolean isGoingOn() {
    return goingOn;
  }

  final void isGoingOn(boolean is) {
    goingOn = is;
  }

  final void hasStarted() {
    started = true;
  }

  final boolean isStarted() {
    return started;
  }

  /** Once it has been started: what {@link #uses} was told last. */
  final long number() {
    return number;
  }

  final void ticket(long given) {
    ticket = given;
  }

  final long ticket() {
    return ticket;
  }
}
