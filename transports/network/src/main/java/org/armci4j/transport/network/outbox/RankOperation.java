package org.armci4j.transport.network.outbox;

import java.lang.foreign.MemorySegment;
import org.armci4j.transport.RemoteBlock;

/**
 * An operation on one rank, from its call until the network uses none of its memory any more.
 *
 * <p>One object stands for call after call while each of them starts whole in its call. An object
 * that has been queued stands for its call alone.
 */
public abstract class RankOperation {
  private boolean queued;

  /** Whether the caller may use the source again, as the rest is read from a copy. */
  private boolean leavesSource;

  private long ticket;

  /** The latest of the endpoint's operations that use the caller's memory. */
  private long number = RemoteBlock.COMPLETE;

  /** For the thread that starts operations. */
  private boolean goingOn;

  /** The only thread that may start it, which waits until then; null if any thread may. */
  private Thread starter;

  /** For the thread that starts operations. */
  private boolean givenUp;

  /** Written last: a thread that reads it knows the number. */
  private volatile boolean started;

  /**
   * Starts what can be started now, and waits for nothing.
   *
   * @return whether all of it has been started
   */
  abstract boolean start(RankRoute route);

  /** Forgets the caller's memory, so that the object keeps nothing reachable until its next use. */
  void forget() {}

  /** Keeps for itself what the caller may change after the call. */
  void keep() {}

  /** Returns the caller's memory that is read when parts start; null if there is none. */
  MemorySegment source() {
    return null;
  }

  /** Returns how many bytes of the source have not been read. */
  long sourceBytes() {
    return 0;
  }

  /** Goes on with a copy of what has not been read of the source. */
  final void takeCopy() {
    copySource();
    leavesSource = number == RemoteBlock.COMPLETE;
  }

  /** Replaces the source by a copy of what has not been read. */
  void copySource() {
    throw new UnsupportedOperationException("reads no memory of the caller's");
  }

  /** Returns whether the caller itself waits until it has been started. */
  boolean isAwaited() {
    return false;
  }

  /** Ends it, as its caller has ceased to wait: what has not been started never is. */
  void giveUp(RankRoute route) {
    givenUp = true;
  }

  final boolean isGivenUp() {
    return givenUp;
  }

  /** Returns whether there is more to be done when it has been started: {@link #goOn}. */
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

  /** Returns, once it has been started, whether nothing uses the caller's memory any more. */
  boolean isDone(RankRoute route) {
    return route.endpoint().progress().complete() >= number;
  }

  /** Gives back what it holds: the connection has ended, and it will not be done. */
  void end() {}

  /** Describes it for reports. */
  abstract String describe();

  /** Begins another call. */
  final void reset() {
    number = RemoteBlock.COMPLETE;
  }

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

  final void startsOnlyBy(Thread thread) {
    starter = thread;
  }

  final Thread starter() {
    return starter;
  }

  final void hasStarted() {
    started = true;
  }

  final boolean isStarted() {
    return started;
  }

  /** Returns, once it has been started, what {@link #uses} was told last. */
  final long number() {
    return number;
  }

  final void queue(long given) {
    queued = true;
    ticket = given;
  }

  final boolean leavesSource() {
    return leavesSource;
  }

  final boolean isQueued() {
    return queued;
  }

  final long ticket() {
    return ticket;
  }
}
