package org.armci4j.call;

import java.lang.foreign.MemorySegment;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.armci4j.Armci;
import org.armci4j.ArmciException;
import org.armci4j.waiting.ShortWork;

/**
 * A procedure call that was started and not waited for: made by its user, given to {@link
 * Calls#nbCall}, and used again as often as wanted, for one call at a time.
 *
 * <p>Until the call is complete its reply buffer belongs to it. Any thread may test and wait.
 */
public final class Call {
  /** Where the call is under way; null when it is not. Written under this object's lock. */
  private volatile CallSlot slot;

  /** Written before {@link #slot}. */
  private long sequence;

  private int number;
  private MemorySegment reply;
  private int replyBytes;
  private ArmciException failure;
  private final BooleanSupplier isOver = this::isOver;
  private final Supplier<String> what = this::describe;

  /** A call to be started. */
  public Call() {}

  synchronized void begin(
      CallSlot newSlot, long newSequence, int newNumber, MemorySegment newReply) {
    if (slot != null) {
      throw new ArmciException(
          "nbCall: this call is under way (%s); wait for it first"
              .formatted(slot.describe(number)));
    }
    sequence = newSequence;
    number = newNumber;
    reply = newReply;
    failure = null;
    slot = newSlot;
  }

  /**
   * Waits until {@link #test} says that the call is complete.
   *
   * @param timeoutNanos how long at most, in nanoseconds
   */
  void await(Armci armci, long timeoutNanos) {
    while (!test()) {
      armci.signals().await(isOver, what, timeoutNanos);
    }
  }

  /** Whether there is nothing left to wait for; changes nothing. */
  private boolean isOver() {
    CallSlot current = slot;
    return current == null || current.isOver(sequence);
  }

  private String describe() {
    CallSlot current = slot;
    return current == null ? "reply to a call" : current.describe(number);
  }

  /**
   * Whether the call is complete, well or not; {@link Calls#await(Call)} then returns or throws at
   * once. Never waits.
   *
   * @return true when it is, and for a call that was never started
   */
  public boolean test() {
    ShortWork.refuse("test"); // a reply that could not be fetched would be lost
    CallSlot current = slot;
    return current == null || collect(current, false);
  }

  /** Completes the call for a thread that wants its slot, if it can. */
  void collectForOthers(CallSlot wanted) {
    if (slot == wanted) {
      collect(wanted, true);
    }
  }

  /** Whether {@link #collectForOthers} would do so; never waits. */
  synchronized boolean mayBeCollected(CallSlot wanted) {
    return slot == wanted && wanted.isOver(sequence) && isReplyAccessible();
  }

  /** Whether this thread may write to the reply buffer, if there is one. */
  private boolean isReplyAccessible() {
    return reply == null || reply.isAccessibleBy(Thread.currentThread());
  }

  private synchronized boolean collect(CallSlot expected, boolean ifAccessible) {
    if (slot != expected) {
      return slot == null;
    }
    if (!expected.isOver(sequence) || (ifAccessible && !isReplyAccessible())) {
      return false;
    }
    try {
      replyBytes = expected.fetch(sequence, number, reply);
    } catch (ArmciException e) {
      failure = e;
    } catch (RuntimeException e) { // The buffer's arena may have been closed meanwhile.
      failure = new ArmciException(expected.describe(number) + " has nowhere to go", e);
    }
    slot = null;
    expected.release();
    return true;
  }

  /**
   * Leaves the call to itself: its reply will be dropped, its slot freed when the reply is there.
   */
  synchronized void abandon() {
    reply = null;
  }

  /** Where the call is under way, or null. */
  CallSlot slot() {
    return slot;
  }

  /** What a complete call came to. */
  synchronized int result() {
    if (failure != null) {
      throw failure;
    }
    return replyBytes;
  }
}
