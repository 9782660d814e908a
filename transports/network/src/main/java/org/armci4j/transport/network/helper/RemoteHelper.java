package org.armci4j.transport.network.helper;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.locks.ReentrantLock;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.error.ArmciException;
import org.armci4j.kernel.Copies;
import org.armci4j.transport.ScaledSum;
import org.armci4j.transport.SegmentList;
import org.armci4j.transport.network.BounceBuffers;
import org.armci4j.transport.network.EndpointProgress;
import org.armci4j.transport.network.NetworkEndpoint;
import org.armci4j.transport.network.ScatterLine;
import org.armci4j.waiting.Condition;

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

  private static final Condition<RemoteHelper> ANSWERED =
      (helper, number, _) -> helper.isAnswered(number);

  private static final Condition<RemoteHelper> FREE = (helper, number, _) -> helper.isFree(number);

  private final int origin;
  private final int rank;
  private final NetworkEndpoint endpoint;
  private final BounceBuffers buffers;
  private final MemorySegment slots;
  private final int credits;
  private final int requestBytes;

  /** By slot: 1 while a thread has not yet read the value that answers its message. */
  private final AtomicIntegerArray unread;

  /** Held by the thread that sends a message, also while it waits for a credit. */
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

  /** Sends source data to be added, in as many messages as they need. */
  public void accumulate(
      ScaledSum accumulation,
      MemorySegment source,
      long sourceOffset,
      long address,
      long sizeBytes) {
    int room = requestBytes - HelperRequest.HEADER_BYTES;
    int piece = room - room % accumulation.elementBytes();
    for (long done = 0; done < sizeBytes; done += piece) {
      int length = (int) Math.min(piece, sizeBytes - done);
      send(
          HelperRequest.Kind.ACCUMULATE,
          address + done,
          accumulation.code(),
          accumulation.firstScale(),
          accumulation.secondScale(),
          length,
          source,
          sourceOffset + done,
          length);
    }
  }

  /**
   * Sends the segments of a list to be added.
   *
   * @param source the local side, with its base
   * @param address the base of the remote side
   */
  public void accumulateList(
      ScaledSum accumulation,
      MemorySegment source,
      long sourceOffset,
      long address,
      SegmentList list) {
    OutgoingSums sums = new OutgoingSums(accumulation, source, sourceOffset, address, list);
    while (sums.hasMore()) {
      sums.sendNext(this);
    }
  }

  /** The data of a message. */
  interface MessageBody {
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

  /** Sends a message with data that are made in place; returns its number. */
  long send(
      HelperRequest.Kind kind, long address, int code, long first, int room, MessageBody body) {
    return send(kind, address, code, first, 0, room, body);
  }

  /** The same with a second operand. */
  long send(
      HelperRequest.Kind kind,
      long address,
      int code,
      long first,
      long second,
      int roomBytes,
      MessageBody body) {
    sending.lock();
    try {
      long number = nextNumber();
      buffers.lock();
      try {
        HelperRequest request = reserve(roomBytes);
        int bytes = body.write(buffers.memory(), request.data(), roomBytes);
        request.header(kind, origin, number, address);
        request.operands(code, first, second, bytes);
        post(request, bytes, number);
      } finally {
        buffers.unlock();
      }
      return number;
    } finally {
      sending.unlock();
    }
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
    if (mayNumber() && buffers.tryLock(endpoint, requestBytes, 1)) {
      if (endpoint.tryBegin(1, false) > 0) {
        return true;
      }
      buffers.unlock();
    }
    sending.unlock();
    return false;
  }

  /** Ends what {@link #tryBegin} began. */
  public void end() {
    endpoint.endTurn();
    buffers.unlock();
    sending.unlock();
  }

  /** Whether a message would be sent now without a wait. A hint: another thread may come first. */
  public boolean hasRoom() {
    return mayNumber()
        && buffers.mayHaveRoom(endpoint, requestBytes, 1)
        && endpoint.hasRoom(1, false);
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

  /**
   * Reads a word of the target's block, and waits for it.
   *
   * @param lengthBytes 1, 2, 4 or 8
   * @param address of the word
   * @return the value, in the lower bytes
   */
  public long getWord(int lengthBytes, long address) {
    return awaitValue(send(HelperRequest.Kind.GET_WORD, address, 0, 0, 0, lengthBytes, null, 0, 0));
  }

  /** Has a word updated and waits for its old value. */
  long update(HelperRequest.Kind kind, long address, int code, long first, long second) {
    return awaitValue(sendUpdate(kind, address, code, first, second));
  }

  /** Has a word updated; returns the message's number. */
  long sendUpdate(HelperRequest.Kind kind, long address, int code, long first, long second) {
    return send(kind, address, code, first, second, 0, null, 0, 0);
  }

  /**
   * Has part of the target's block written to registered memory here.
   *
   * @param address of the block's part
   * @param lengthBytes how long it is
   * @param here address of the memory
   * @param key of its registration
   * @return the message's number
   */
  long askFor(long address, int lengthBytes, long here, byte[] key) {
    return sendWithKey(HelperRequest.Kind.GET, address, here, lengthBytes, key);
  }

  /**
   * Asks whether a block can still be attached to.
   *
   * @param address where it begins
   * @param key of its registration
   */
  public boolean isOffered(long address, byte[] key) {
    return awaitValue(sendWithKey(HelperRequest.Kind.FIND, address, 0, 0, key)) != 0;
  }

  private long sendWithKey(
      HelperRequest.Kind kind, long address, long first, int lengthBytes, byte[] key) {
    MemorySegment data = MemorySegment.ofArray(key);
    return send(kind, address, key.length, first, 0, lengthBytes, data, 0, key.length);
  }

  private long send(
      HelperRequest.Kind kind,
      long address,
      int code,
      long first,
      long second,
      int lengthBytes,
      MemorySegment data,
      long dataOffset,
      int dataBytes) {
    sending.lock();
    try {
      long number = nextNumber();
      if (kind.asksForValue()) {
        unread.set((int) (number % credits), 1);
      }
      buffers.lock();
      try {
        HelperRequest request = reserve(dataBytes);
        request.header(kind, origin, number, address);
        request.operands(code, first, second, lengthBytes);
        if (dataBytes > 0) {
          Copies.copy(data, dataOffset, buffers.memory(), request.data(), dataBytes);
        }
        post(request, dataBytes, number);
      } finally {
        buffers.unlock();
      }
      return number;
    } finally {
      sending.unlock();
    }
  }

  /**
   * Waits for a credit, and until another thread has read what it waited for; the caller holds the
   * lock.
   */
  private long nextNumber() {
    long number = sent + 1;
    awaitAnswer(number - credits);
    if (!isFree(number)) {
      endpoint.progress().await(FREE, this, number, 0, this);
    }
    return number;
  }

  private boolean isFree(long number) {
    return unread.get((int) (number % credits)) == 0;
  }

  /** Takes room for a message; the caller holds the buffers until it is posted. */
  private HelperRequest reserve(int dataBytes) {
    long place = buffers.reserve(endpoint, HelperRequest.HEADER_BYTES + dataBytes);
    return new HelperRequest(buffers.memory(), place);
  }

  private void post(HelperRequest request, int dataBytes, long number) {
    long place = request.data() - HelperRequest.HEADER_BYTES;
    buffers.commit(endpoint, endpoint.send(place, HelperRequest.HEADER_BYTES + dataBytes));
    sent = number;
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

  private long awaitValue(long number) {
    try {
      awaitAnswer(number);
      return (long) LONG.getAcquire(slots, ReplySlots.slot(number, credits));
    } finally {
      unread.set((int) (number % credits), 0);
    }
  }

  /** The value that answers a message which has been answered; its slot may be used again. */
  long takeValue(long number) {
    return awaitValue(number);
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
