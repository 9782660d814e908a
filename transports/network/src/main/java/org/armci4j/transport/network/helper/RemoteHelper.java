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
 * Another rank's helper thread as this rank reaches it: messages go out, and each is answered by a
 * write into a slot of this rank's memory.
 *
 * <p>Credits: there are as many slots as messages that may be unanswered. A message takes the slot
 * of its number, and goes out when the answer that was there before has come, and has been read if
 * it is a value: another thread may have asked for it. The helper carries the messages of one rank
 * out in their order and answers in that order.
 *
 * <p>{@link ReplySlots} tells what a slot holds.
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

  /** By slot: 1 while a thread has not yet read the value that answers its message. */
  private final AtomicIntegerArray unread;

  /** Held by the thread that sends a message. */
  private final ReentrantLock sending = new ReentrantLock();

  /** The latest message's number; changed under the lock. */
  private volatile long sent;

  /**
   * @param origin this rank
   * @param rank the other side
   * @param endpoint the way there
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
    this.slots = slots;
    this.credits = (int) (slots.byteSize() / ReplySlots.SLOT_BYTES);
    this.requestBytes = requestBytes;
    this.unread = new AtomicIntegerArray(credits);
  }

  /** The data of a message. */
  @FunctionalInterface
  public interface MessageBody {
    /**
     * Writes them.
     *
     * @param message where
     * @param begin first byte there, a multiple of 8
     * @param roomBytes how many there are
     * @return how many are used
     */
    int write(MemorySegment message, long begin, int roomBytes);
  }

  /** How long the data of a message can be. */
  public int roomBytes() {
    return requestBytes - HelperRequest.HEADER_BYTES;
  }

  /**
   * Sends a message, which {@link #tryBegin} has begun.
   *
   * @param roomBytes how long its data may be
   * @param body writes them
   * @return its number
   */
  long send(
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
    long place = buffers.reserve(endpoint, HelperRequest.HEADER_BYTES + roomBytes);
    HelperRequest request = new HelperRequest(buffers.memory(), place);
    int bytes = body.write(buffers.memory(), request.data(), roomBytes);
    request.header(kind, origin, number, address);
    request.operands(code, first, second, bytes);
    buffers.commit(endpoint, endpoint.send(place, HelperRequest.HEADER_BYTES + bytes));
    sent = number;
    return number;
  }

  /**
   * Begins to send one message, if nothing has to be waited for: neither a credit, nor room, nor
   * another thread.
   *
   * @return whether it has begun; {@link #end} ends it
   */
  public boolean tryBegin() {
    if (sending.isHeldByCurrentThread() || !sending.tryLock()) {
      return false;
    }
    if (mayNumber() && endpoint.tryBegin(1, false) > 0) {
      if (buffers.tryLock(endpoint, requestBytes, 1)) {
        return true;
      }
      endpoint.endTurn();
    }
    sending.unlock();
    return false;
  }

  /** Ends what {@link #tryBegin} began. */
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
   * Sends the request for a part of a list, if nothing has to be waited for. The thread may be one
   * that waits here for a credit, and takes steps meanwhile: then it is not its turn.
   *
   * @param part its message is filled in
   * @param line by which it goes
   * @return whether it went
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

  /** How long a message can be. */
  int requestBytes() {
    return requestBytes;
  }

  /** The other side. */
  int rank() {
    return rank;
  }

  /** How far the way there has come. */
  EndpointProgress progress() {
    return endpoint.progress();
  }

  private boolean isFree(long number) {
    return unread.get((int) (number % credits)) == 0;
  }

  /**
   * Whether every message has been carried out; throws when one was refused, or there will be no
   * answer.
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

  /** Waits until every message has been carried out: what follows may then go past the helper. */
  public void awaitAll() {
    long last = sent;
    if (last != 0) {
      awaitAnswer(last);
    }
  }

  /** Waits for the value that answers a message, whose slot may then be used again. */
  public long awaitValue(long number) {
    try {
      awaitAnswer(number);
      return (long) LONG.getAcquire(slots, ReplySlots.slot(number, credits));
    } finally {
      leaveValue(number);
    }
  }

  /** Nobody will read the value that answers a message. */
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
  void requireDone(long number) {
    if (ReplySlots.status(word(number)) != ReplySlots.DONE) {
      throw new ArmciException(
          Text.format(
                  "rank %d: the helper thread of rank %d refused a request (number %d); the log of"
                      + " rank %d",
                  origin, rank, number, rank)
              + " says why");
    }
  }

  /** Throws if the connection has failed: then there will be no answer. */
  private boolean isAnswered(long number) {
    if (hasAnswered(number)) {
      return true;
    }
    endpoint.progress().check();
    return false;
  }

  /** Whether a message has been answered, if there is one of this number. */
  boolean hasAnswered(long number) {
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
