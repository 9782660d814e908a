package org.armci4j.transport.network.outbox;

import org.armci4j.transport.RemoteBlock;

/** An operation from its call until the network uses none of its memory any more. */
abstract class Queued {
  private long ticket;

  /** The latest of the endpoint's operations that use the caller's memory. */
  private long number = RemoteBlock.COMPLETE;

  /** Written last: whoever reads it knows the number. */
  private volatile boolean started;

  /**
   * Starts what can be started now, and waits for nothing.
   *
   * @return whether all of it has been started
   */
  abstract boolean start(Way way);

  /** Words for reports. */
  abstract String describe();

  final void uses(long ticketOfPart) {
    if (ticketOfPart != RemoteBlock.COMPLETE) {
      number = ticketOfPart;
    }
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
