package org.armci4j.transport.network.outbox;

import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import java.lang.foreign.MemorySegment;
import java.util.Objects;
import java.util.concurrent.locks.ReentrantLock;
import org.armci4j.transport.SegmentList;
import org.armci4j.transport.UpdateList;
import org.armci4j.transport.WordChange;
import org.armci4j.transport.network.helper.ReplyBuffers;

/**
 * Reads of one block's words, or atomic updates of one kind, by threads that wait for them at the
 * same time. They travel as one list, which the target's helper thread answers at once. The list
 * takes further calls until it is full, another operation is queued behind it, or it is sent. It is
 * sent as soon as fewer than {@value #UNDER_WAY} lists are under way, so more calls share a list
 * the longer an answer takes.
 *
 * <p>Source of that rule: J. Nagle, "Congestion Control in IP/TCP Internetworks", RFC 896, 1984.
 */
final class GatheredWords implements OpenMessage, LandingOperation.Gate {
  /** Most words of a list. */
  static final int MOST = 256;

  /** Lists that may be under way before the next one waits for an answer, or is full. */
  static final int UNDER_WAY = 2;

  private final WordCall first;
  private final MemorySegment results = MemorySegment.ofArray(new long[MOST]);
  private final WordCallers callers;

  /** The words to read; null in a list of updates. */
  private final SegmentList reads;

  /** The updates; null in a list of reads. */
  private final UpdateList updates;

  private final LandingOperation operation;

  /** Held by the thread that adds a call or closes the list. */
  final ReentrantLock filling = new ReentrantLock();

  private int count;

  /** True when no further call may be added. */
  private volatile boolean closed;

  /** Written behind the values. */
  private volatile boolean answered;

  /**
   * Creates an empty list.
   *
   * @param first the first call, which is yet to be added; the others are like it
   * @param replies where the values land
   * @param callers learns how many calls have joined
   */
  GatheredWords(WordCall first, ReplyBuffers replies, WordCallers callers) {
    this.first = first;
    this.callers = callers;
    if (first.change() == null) {
      reads = new SegmentList();
      updates = null;
      operation = new PackedGet(this).become(replies, first.block(), results, 0, reads);
    } else {
      reads = null;
      updates = new UpdateList();
      updates.begin(first.change(), first.lengthBytes(), MOST);
      operation = new PackedUpdate(replies, first.block(), updates, results, 0, this);
    }
  }

  /** A call's place in the list that carries it. */
  record ListedCall(GatheredWords list, int number) {
    /** Returns the value that the call has asked for, in the lower bytes; the list is answered. */
    long value() {
      return list.value(number);
    }
  }

  /** Returns the operation that carries the list. */
  LandingOperation operation() {
    return operation;
  }

  /**
   * Adds a call.
   *
   * @return null if it cannot travel with the others
   */
  ListedCall add(WordCall call) {
    if (closed
        || call.change() != first.change()
        || call.lengthBytes() != first.lengthBytes()
        || !Objects.equals(call.key(), first.key())) {
      return null;
    }
    filling.lock();
    try {
      return closed ? null : new ListedCall(this, addLocked(call));
    } finally {
      filling.unlock();
    }
  }

  private int addLocked(WordCall call) {
    int number = count++;
    if (call.change() == null) {
      reads.add((long) number * Long.BYTES, call.offset(), call.lengthBytes());
    } else if (call.change() == WordChange.COMPARE_AND_SWAP) {
      updates.add(call.offset(), call.operand(), call.value(), number);
    } else {
      updates.add(call.offset(), call.operand(), number);
    }
    if (count == MOST) {
      closed = true;
    }
    return number;
  }

  @Override
  public void close() {
    closed = true;
  }

  /** Returns whether no further call may join. */
  boolean isClosed() {
    return closed;
  }

  /**
   * {@inheritDoc} A thread that is adding a call has the lock, and may be suspended. It sees behind
   * its call that the list is closed, and has the list looked at again.
   */
  @Override
  public boolean isShut(int underWay) {
    boolean couldWait = underWay >= UNDER_WAY;
    if (!closed && couldWait) {
      return false;
    }
    closed = true;
    if (!filling.tryLock()) {
      return false;
    }
    filling.unlock();
    if (couldWait) {
      callers.sent(count);
    }
    return true;
  }

  @Override
  public void isAnswered() {
    answered = true;
  }

  /**
   * Returns whether all values have come. The list's ticket does not tell, as it can be that of
   * later lists too.
   */
  boolean hasValues() {
    return answered;
  }

  private long value(int number) {
    return first.change() != null && first.lengthBytes() == Integer.BYTES
        ? results.get(JAVA_INT_UNALIGNED, (long) number * Integer.BYTES)
        : results.get(JAVA_LONG_UNALIGNED, (long) number * Long.BYTES);
  }

  @Override
  public String toString() {
    return first.change() == null ? "get" : "atomic update";
  }
}
