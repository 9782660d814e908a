package org.armci4j.call;

import java.lang.foreign.MemorySegment;
import org.armci4j.Armci;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.error.ArmciException;
import org.armci4j.waiting.OpenCondition;
import org.armci4j.waiting.ShortWork;
import org.armci4j.waiting.Waiter;

/**
 * Tracks a nonblocking procedure call. The user makes it and gives it to {@link Calls#nbCall}; it
 * is reusable any number of times, for one call at a time.
 *
 * <p>The reply buffer belongs to the call until the call is complete. Any thread may test and wait.
 */
public final class Call {
  private static final OpenCondition<Call> OVER = (call, _, _) -> call.isOver();

  /** Slot of the call under way; null if there is none. Written under this object's lock. */
  private volatile CallSlot slot;

  /** Written before {@link #slot}. */
  private long sequence;

  private int number;
  private MemorySegment reply;
  private int replyBytes;
  private ArmciException failure;

  /**
   * Whether the thread that began the call holds its slot, even after the reply has come: while it
   * starts the call and, for the slot's own call, until it has read the result. Otherwise another
   * thread could claim the slot and begin the slot's own call again too early. Guarded by this
   * object's lock.
   */
  private boolean held;

  /** Makes a call to be started. */
  public Call() {}

  /** Throws if the call is under way. */
  synchronized void requireIdle() {
    if (slot != null) {
      throw new ArmciException(
          Text.format(
              "nbCall: this call is under way (%s); wait for it first", slot.describe(number)));
    }
  }

  /**
   * Begins a call before its request is sent; holds the slot until {@link #letGo} or {@link
   * #abandon}.
   */
  synchronized void begin(
      CallSlot newSlot, long newSequence, int newNumber, MemorySegment newReply) {
    requireIdle();
    held = true;
    sequence = newSequence;
    number = newNumber;
    reply = newReply;
    failure = null;
    slot = newSlot;
  }

  /**
   * Waits until {@link #test} returns true.
   *
   * @param timeoutNanos longest wait, in nanoseconds
   */
  void await(Armci armci, long timeoutNanos) {
    long startNanos = Waiter.startNanos(timeoutNanos);
    while (!test()) {
      CallSlot current = slot;
      if (current != null) { // else another thread has just taken the reply
        long leftNanos = Waiter.leftNanos(startNanos, timeoutNanos);
        armci.signals().await(current.target(), OVER, this, leftNanos, this);
      }
    }
  }

  /** Returns whether there is nothing left to wait for; changes nothing. */
  private boolean isOver() {
    CallSlot current = slot;
    return current == null || current.isOver(sequence);
  }

  /** Returns the call in words, for messages. */
  @Override
  public String toString() {
    CallSlot current = slot;
    return current == null ? "reply to a call" : current.describe(number);
  }

  /**
   * Returns whether the call is complete, with success or not; {@link Calls#await(Call)} then
   * returns or throws at once. Never waits.
   *
   * @return true when it is, and for a call that was never started
   */
  public boolean test() {
    ShortWork.refuse("test"); // short work could not fetch the reply, which would be lost
    CallSlot current = slot;
    return current == null || collect(current, false);
  }

  /** Completes the call, if possible, for another thread that wants its slot. */
  void collectForOthers(CallSlot wanted) {
    if (slot == wanted) {
      collect(wanted, true);
    }
  }

  /** Returns whether {@link #collectForOthers} would complete the call. Never waits. */
  synchronized boolean mayBeCollected(CallSlot wanted) {
    return slot == wanted && wanted.isOver(sequence) && isForOthers();
  }

  /** Returns whether a thread that did not begin the call may fetch the reply and free the slot. */
  private boolean isForOthers() {
    return !held && isReplyAccessible();
  }

  /** Returns whether this thread may write to the reply buffer, or there is none. */
  private boolean isReplyAccessible() {
    return reply == null || reply.isAccessibleBy(Thread.currentThread());
  }

  private synchronized boolean collect(CallSlot expected, boolean forOthers) {
    if (slot != expected) {
      return slot == null;
    }
    if (!expected.isOver(sequence) || (forOthers && !isForOthers())) {
      return false;
    }
    try {
      replyBytes = expected.fetch(sequence, number, reply);
    } catch (ArmciException e) {
      failure = e;
    } catch (RuntimeException e) { // the buffer's arena may have been closed meanwhile
      failure = new ArmciException(expected.describe(number) + " has nowhere to go", e);
    }
    slot = null;
    if (!held) {
      expected.release();
    }
    return true;
  }

  /** Ends a call that could not be sent; the caller releases its slot. */
  synchronized void cancel() {
    held = false;
    reply = null;
    slot = null;
  }

  /**
   * Lets the thread that finds the reply free the slot; frees it now if the reply has been found.
   */
  synchronized void letGo(CallSlot from) {
    held = false;
    if (slot == null) {
      from.release();
    }
  }

  /** Lets the slot go as {@link #letGo} does; a reply that comes later is dropped. */
  synchronized void abandon(CallSlot from) {
    reply = null;
    letGo(from);
  }

  /** Returns the slot of the call under way, or null. */
  CallSlot slot() {
    return slot;
  }

  /** Returns the length of a complete call's reply, or throws the call's failure. */
  synchronized int result() {
    if (failure != null) {
      throw failure;
    }
    return replyBytes;
  }
}
