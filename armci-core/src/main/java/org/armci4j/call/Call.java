package org.armci4j.call;

import java.lang.foreign.MemorySegment;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.armci4j.Armci;
import org.armci4j.ArmciException;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.waiting.ShortWork;
import org.armci4j.waiting.Waiter;

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

  /**
   * Whether the thread that began the call holds its slot, reply or not: while it starts the call,
   * and, if the call is the slot's own, until it has read the result. A slot that others could free
   * would be claimed, and its own call begun again, before that. Guarded by this object's lock.
   */
  private boolean held;

  private final BooleanSupplier isOver = this::isOver;
  private final Supplier<String> what = this::describe;

  /** A call to be started. */
  public Call() {}

  /** Refuses a call that is under way. */
  synchronized void requireIdle() {
    if (slot != null) {
      throw new ArmciException(
          Text.format(
              "nbCall: this call is under way (%s); wait for it first", slot.describe(number)));
    }
  }

  /** The call is about to be sent; its slot is held until {@link #letGo} or {@link #abandon}. */
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
   * Waits until {@link #test} says that the call is complete.
   *
   * @param timeoutNanos how long at most, in nanoseconds
   */
  void await(Armci armci, long timeoutNanos) {
    long startNanos = Waiter.startNanos(timeoutNanos);
    while (!test()) {
      armci.signals().await(isOver, what, Waiter.leftNanos(startNanos, timeoutNanos));
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
    return slot == wanted && wanted.isOver(sequence) && isForOthers();
  }

  /** Whether this thread may fetch the reply and free the slot without having begun the call. */
  private boolean isForOthers() {
    return !held && isReplyAccessible();
  }

  /** Whether this thread may write to the reply buffer, if there is one. */
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
    } catch (RuntimeException e) { // The buffer's arena may have been closed meanwhile.
      failure = new ArmciException(expected.describe(number) + " has nowhere to go", e);
    }
    slot = null;
    if (!held) {
      expected.release();
    }
    return true;
  }

  /** The call could not be sent; its slot is its caller's to release. */
  synchronized void cancel() {
    held = false;
    reply = null;
    slot = null;
  }

  /** Has the slot freed by whoever finds the reply: here and now if this thread has found it. */
  synchronized void letGo(CallSlot from) {
    held = false;
    if (slot == null) {
      from.release();
    }
  }

  /** The same, and a reply that is not there yet will be dropped. */
  synchronized void abandon(CallSlot from) {
    reply = null;
    letGo(from);
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
