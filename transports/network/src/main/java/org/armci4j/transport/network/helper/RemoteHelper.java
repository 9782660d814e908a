package org.armci4j.transport.network.helper;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.locks.ReentrantLock;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.error.ArmciException;
import org.armci4j.transport.network.BounceBuffers;
import org.armci4j.transport.network.EndpointProgress;
import org.armci4j.transport.network.NetworkEndpoint;
import org.armci4j.transport.network.ScatterLine;
import org.armci4j.waiting.OpenCondition;

/**
 * Another rank's helper thread, as this rank reaches it: messages go out, and a write into a slot
 * of this rank's memory answers each.
 *
 * <p>Credits: there are as many slots as messages that may be unanswered. A message takes the slot
 * of its number. It goes out when that slot's earlier answer has come and, if that is a value, has
 * been read: another thread may have asked for it. The helper thread carries out and answers the
 * messages of one rank in their order.
 *
 * <p>{@link ReplySlots} describes the slots.
 */
public final class RemoteHelper {
  private static final VarHandle LONG = JAVA_LONG.varHandle();

  private static final OpenCondition<RemoteHelper> ANSWERED =
      (helper, number, _) -> helper.isAnswered(number);

  private final int origin;
  private final int rank;
  private final NetworkEndpoint endpoint;
  private final BounceBuffers buffers;
  private final MemorySegment slots;
  private final int credits;
  private final int requestBytes;

  /** By slot: 1 until a thread has read the value that answers the slot's message. */
  private final AtomicIntegerArray unread;

  /** Held by the thread that sends a message. */
  private final ReentrantLock sending = new ReentrantLock();

  /** View of the message that is made, under the lock. */
  private final HelperRequest request;

  /** Number of the latest message; changed under the lock. */
  private volatile long sent;

  /**
   * @param origin this rank
   * @param rank the target
   * @param endpoint reaches the target
   * @param buffers where messages are made
   * @param slots where answers are written, of {@link ReplySlots#SLOT_BYTES} each
   * @param requestBytes the longest message
   */
  public RemoteHelper(
      int origin,
      int rank,
      NetworkEndpoint endpoint,
      BounceBuffers buffers,
      MemorySegment slots,
      int requestBytes) {
    this.origin = origin;
    this.rank = rank;
    this.endpoint = endpoint;
    this.buffers = buffers;
    this.request = new HelperRequest(buffers.memory(), 0);
    this.slots = slots;
    this.credits = (int) (slots.byteSize() / ReplySlots.SLOT_BYTES);
    this.requestBytes = requestBytes;
    this.unread = new AtomicIntegerArray(credits);
  }

  /** Writes the data of a message. */
  @FunctionalInterface
  public interface MessageBody {
    /**
     * Writes the data.
     *
     * @param message receives them
     * @param begin first byte there, a multiple of 8
     * @param roomBytes room there
     * @return the number of bytes used
     */
    int write(MemorySegment message, long begin, int roomBytes);
  }

  /** Returns the most data that a message carries, in bytes. */
  public int roomBytes() {
    return requestBytes - HelperRequest.HEADER_BYTES;
  }

  /**
   * Sends a message, which {@link #tryBegin} has begun.
   *
   * @param roomBytes the most data that the body writes
   * @param body writes the data
   * @return the message's number
   */
  public long send(
      HelperRequest.Kind kind,
      long address,
      int code,
      long first,
      long second,
      int roomBytes,
      MessageBody body) {
    long number = sent + 1;
    if (kind.asksForValue()) {
      unread.set((int) (number % credits), 1);
    }
    long place = buffers.reserve(endpoint.bufferUser(), HelperRequest.HEADER_BYTES + roomBytes);
    request.moveTo(place);
    int bytes = body.write(buffers.memory(), request.data(), roomBytes);
    request.header(kind, origin, number, address);
    request.operands(code, first, second, bytes);
    long ticket = endpoint.send(place, HelperRequest.HEADER_BYTES + bytes);
    buffers.commit(endpoint.bufferUser(), ticket);
    sent = number;
    return number;
  }

  /**
   * Begins to send one message, if a credit and room are there and no other thread sends. Never
   * waits.
   *
   * @return whether it has begun; {@link #end} ends it
   */
  public boolean tryBegin() {
    if (sending.isHeldByCurrentThread() || !sending.tryLock()) {
      return false;
    }
    if (mayNumber() && endpoint.tryBegin(1, false) > 0) {
      if (buffers.tryLock(endpoint.bufferUser(), requestBytes, 1)) {
        return true;
      }
      endpoint.endTurn();
    }
    sending.unlock();
    return false;
  }

  /** Ends the message that {@link #tryBegin} began. */
  public void end() {
    buffers.unlock();
    endpoint.endTurn();
    sending.unlock();
  }

  private boolean mayNumber() {
    long number = sent + 1;
    return hasAnswered(number - credits) && isFree(number);
  }

  /**
   * Sends the request for a part of a list, unless that had to wait. Refuses a thread that sends a
   * message already: it may take steps while it waits for a credit.
   *
   * @param part with the message to be filled in
   * @param line carries the message
   * @return whether it was sent
   */
  boolean trySend(AssistedPart part, ScatterLine line) {
    if (sending.isHeldByCurrentThread() || !sending.tryLock()) {
      return false;
    }
    try {
      long number = sent + 1;
      if (!mayNumber() || !line.tryRequest(part.memory(), part.write(origin, number))) {
        return false;
      }
      sent = number;
      return true;
    } finally {
      sending.unlock();
    }
  }

  /** Returns the length of the longest message, in bytes. */
  int requestBytes() {
    return requestBytes;
  }

  /** Returns the target. */
  public int rank() {
    return rank;
  }

  /** Returns the progress of the endpoint. */
  public EndpointProgress progress() {
    return endpoint.progress();
  }

  private boolean isFree(long number) {
    return unread.get((int) (number % credits)) == 0;
  }

  /**
   * Returns whether every message has been carried out; throws when one was refused, or the
   * connection has failed.
   */
  public boolean isIdle() {
    long last = sent;
    if (last == 0) {
      return true;
    }
    if (!isAnswered(last)) {
      return false;
    }
    requireDone(last);
    return true;
  }

  /**
   * Waits until every message has been carried out; later operations may then bypass the helper.
   */
  public void awaitAll() {
    long last = sent;
    if (last != 0) {
      awaitAnswer(last);
    }
  }

  /** Returns whether no message is unanswered; looks at nothing else. */
  public boolean hasAnsweredAll() {
    return hasAnswered(sent);
  }

  /** Waits for the value that answers a message, and returns it. Its slot may then be reused. */
  public long awaitValue(long number) {
    try {
      awaitAnswer(number);
      return (long) LONG.getAcquire(slots, ReplySlots.slot(number, credits));
    } finally {
      leaveValue(number);
    }
  }

  /** Frees the slot of a message whose value nobody will read. */
  public void leaveValue(long number) {
    unread.set((int) (number % credits), 0);
  }

  /**
   * Waits until a message has been carried out.
   *
   * @param number of the message
   */
  void awaitAnswer(long number) {
    if (number <= 0) {
      return;
    }
    if (!isAnswered(number)) {
      endpoint.progress().await(ANSWERED, this, number, 0, this);
    }
    requireDone(number);
  }

  /** Throws if a message that has been answered was refused. */
  public void requireDone(long number) {
    if (ReplySlots.status(word(number)) != ReplySlots.DONE) {
      throw new ArmciException(
          Text.format(
                  "rank %d: the helper thread of rank %d refused a request (number %d); the log of"
                      + " rank %d",
                  origin, rank, number, rank)
              + " says why");
    }
  }

  /**
   * Returns whether a message has been answered; throws if it has not and the connection has
   * failed.
   */
  private boolean isAnswered(long number) {
    if (hasAnswered(number)) {
      return true;
    }
    endpoint.progress().check();
    return false;
  }

  /**
   * Returns whether a message has been answered; true for numbers below 1, which no message has.
   */
  public boolean hasAnswered(long number) {
    return number <= 0 || ReplySlots.number(word(number)) >= number;
  }

  private long word(long number) {
    return (long)
        LONG.getAcquire(slots, ReplySlots.slot(number, credits) + ReplySlots.NUMBER_OFFSET);
  }

  @Override
  public String toString() {
    return "answer of the helper thread of rank " + rank;
  }
}
