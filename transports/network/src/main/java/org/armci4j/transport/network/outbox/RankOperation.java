package org.armci4j.transport.network.outbox;

import java.lang.foreign.MemorySegment;
import org.armci4j.transport.InPlace;
import org.armci4j.transport.RemoteBlock;

/**
 * An operation on one rank, from its call until the network no longer uses its memory.
 *
 * <p>One object serves call after call, as long as each operation starts completely in its call. An
 * object that has been queued is reused only where {@link #giveBack} says so.
 */
public abstract class RankOperation {
  /** Longest source that is always copied, so that the caller may reuse it. */
  private static final int SHORT_BYTES = 256;

  private boolean queued;

  /** Whether the caller may reuse the source, since the rest is read from a copy. */
  private boolean leavesSource;

  private long ticket;

  /** The endpoint's latest operation that uses the caller's memory. */
  private long number = RemoteBlock.COMPLETE;

  /** Whether {@link #goOn} continues the operation; for the thread that starts operations. */
  private boolean goingOn;

  /** The only thread that may start the operation, and waits until then; null if any thread may. */
  private Thread starter;

  /** Whether the caller has ceased to wait; for the thread that starts operations. */
  private boolean givenUp;

  /** Written last, so that a thread that reads true also sees the number. */
  private volatile boolean started;

  /**
   * Starts as much of the operation as possible, without waiting.
   *
   * @return whether all of it has been started
   */
  abstract boolean start(RankRoute route);

  /**
   * Drops references to the caller's memory, which the object would keep reachable until its next
   * use.
   */
  void forget() {}

  /** Copies arguments that the caller may change after the call. */
  void keep() {}

  /** Returns the caller's memory that starting parts reads; null if there is none. */
  MemorySegment source() {
    return null;
  }

  /** Returns how many bytes of the source have not been read. */
  long sourceBytes() {
    return 0;
  }

  /**
   * Lets the operation outlive its call. Only the caller's thread can read memory of a confined
   * arena: it copies that memory here, or waits and starts the operation itself.
   *
   * @param copiedBytes the longest source in confined memory that is copied
   */
  final void outliveCall(long copiedBytes) {
    keep();
    MemorySegment source = source();
    if (source == null) {
      return;
    }
    long bytes = sourceBytes();
    boolean isConfined = InPlace.isConfined(source);
    if (bytes <= SHORT_BYTES || (isConfined && bytes <= copiedBytes)) {
      copySource();
      leavesSource = number == RemoteBlock.COMPLETE;
    } else if (isConfined) {
      starter = Thread.currentThread();
    }
  }

  /** Replaces the source by a copy of its unread part. */
  void copySource() {
    throw new UnsupportedOperationException("reads no memory of the caller's");
  }

  /** Returns whether the caller waits until the operation has been started. */
  boolean isAwaited() {
    return false;
  }

  /**
   * Gives up the operation after its caller has ceased to wait: parts not yet started never are.
   */
  void giveUp(RankRoute route) {
    givenUp = true;
  }

  final boolean isGivenUp() {
    return givenUp;
  }

  /**
   * Returns whether the operation stays queued for now, as further calls may join it.
   *
   * @param underWay number of started operations that {@link #goOn} has not ended
   */
  boolean stays(int underWay) {
    return false;
  }

  /** Returns whether a ticket stands for the operation; if not, its callers wait for it itself. */
  boolean hasTicket() {
    return true;
  }

  /** Returns whether the operation needs {@link #goOn} after its start. */
  boolean goesOn() {
    return false;
  }

  /**
   * Continues a started operation as far as possible, without waiting.
   *
   * @return whether anything was done
   */
  boolean goOn(RankRoute route) {
    return false;
  }

  /** Returns whether the network no longer uses the caller's memory; for a started operation. */
  boolean isDone(RankRoute route) {
    return route.endpoint().progress().complete() >= number;
  }

  /**
   * Gives the object to later calls, where its kind is used again: it is over, and no thread knows
   * it any more. For the holder of the turn.
   */
  void giveBack(Spares spares) {}

  /** Gives back resources after the connection has ended; the operation will not complete. */
  void end() {}

  /** Describes the operation for reports. */
  abstract String describe();

  /** Resets an object for another call that was queued for the one before. */
  final void renew() {
    reset();
    queued = false;
    goingOn = false;
    givenUp = false;
    started = false;
  }

  /** Resets the object for another call. */
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

  final Thread starter() {
    return starter;
  }

  final void hasStarted() {
    started = true;
  }

  final boolean isStarted() {
    return started;
  }

  /** Returns the latest number given to {@link #uses}; for a started operation. */
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
