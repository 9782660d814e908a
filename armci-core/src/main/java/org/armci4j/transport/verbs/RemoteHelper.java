package org.armci4j.transport.verbs;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import org.armci4j.Accumulation;
import org.armci4j.ArmciException;
import org.armci4j.bootstrap.Bootstrap;
import org.armci4j.transport.SegmentList;

/**
 * Another rank's helper thread as this rank reaches it: messages go out, and each is answered by a
 * write into a slot of this rank's memory.
 *
 * <p>Credits: there are as many slots as messages that may be unanswered. A message takes the slot
 * of its number, and goes out when the answer that was there before has come. The helper carries
 * the messages of one rank out in their order and answers in that order.
 *
 * <p>A slot is two words, the value and then the number with a status in its lowest byte. They are
 * written by two ordered writes, so whoever reads the number with acquire may read the value.
 */
final class RemoteHelper {
  static final int SLOT_BYTES = 16;
  static final long NUMBER_OFFSET = 8;

  /** Statuses of answers. */
  static final int DONE = 0;

  /** The helper could not do it; its rank's log says why. */
  static final int REFUSED = 1;

  private static final int STATUS_BITS = 8;
  private static final VarHandle LONG = JAVA_LONG.varHandle();

  private final Connection connection;
  private final Bootstrap bootstrap;
  private final CompletionPoller poller;
  private final CopyRing ring;
  private final MemorySegment slots;
  private final int credits;
  private final int requestBytes;

  /** The latest message's number; changed under the monitor. */
  private volatile long sent;

  /**
   * @param slots where answers are written, of {@link #SLOT_BYTES} each
   * @param requestBytes the longest message
   */
  RemoteHelper(
      Connection connection,
      Bootstrap bootstrap,
      CompletionPoller poller,
      CopyRing ring,
      MemorySegment slots,
      int requestBytes) {
    this.connection = connection;
    this.bootstrap = bootstrap;
    this.poller = poller;
    this.ring = ring;
    this.slots = slots;
    this.credits = (int) (slots.byteSize() / SLOT_BYTES);
    this.requestBytes = requestBytes;
  }

  /** The word that answers a message. */
  static long answer(long number, int status) {
    return (number << STATUS_BITS) | status;
  }

  /** Sends source data to be added, in as many messages as they need. */
  void accumulate(
      Accumulation accumulation,
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
          source,
          sourceOffset + done,
          length);
    }
  }

  /**
   * Sends the segments of a list to be added, as many in one message as there is room for.
   *
   * @param source the local side, with its base
   * @param address the base of the remote side
   */
  void accumulateList(
      Accumulation accumulation,
      MemorySegment source,
      long sourceOffset,
      long address,
      SegmentList list) {
    int room = requestBytes - HelperRequest.HEADER_BYTES;
    long longest = list.segments() == 1 ? 0 : room - PackedRuns.HEADER_BYTES;
    int bodyBytes = (int) Math.min(room, PackedRuns.roomBytes(list));
    SegmentCursor at = new SegmentCursor(list);
    while (at.hasSegment()) {
      long length = at.lengthBytes();
      if (length > longest) {
        accumulate(accumulation, source, sourceOffset + at.local(), address + at.remote(), length);
        at.advance();
      } else {
        sendRuns(accumulation, source, sourceOffset, address, at, bodyBytes);
      }
    }
  }

  private synchronized void sendRuns(
      Accumulation accumulation,
      MemorySegment source,
      long sourceOffset,
      long address,
      SegmentCursor at,
      int roomBytes) {
    long number = nextNumber();
    synchronized (ring) {
      HelperRequest request = reserve(roomBytes);
      int bytes =
          PackedRuns.pack(at, source, sourceOffset, ring.memory(), request.data(), roomBytes);
      request.header(HelperRequest.Kind.ACCUMULATE_LIST, bootstrap.rank(), number, address);
      request.operands(
          accumulation.code(), accumulation.firstScale(), accumulation.secondScale(), bytes);
      post(request, bytes, number);
    }
  }

  /** Has a word updated and waits for its old value. */
  long update(HelperRequest.Kind kind, long address, int code, long first, long second) {
    long number = send(kind, address, code, first, second, null, 0, 0);
    awaitAnswer(number);
    return (long) LONG.getAcquire(slots, slot(number));
  }

  /** Has part of the target's block written to registered memory here, and waits for it. */
  void get(long address, int lengthBytes, long here, int remoteKey) {
    awaitAnswer(send(HelperRequest.Kind.GET, address, 0, here, remoteKey, null, 0, lengthBytes));
  }

  private synchronized long send(
      HelperRequest.Kind kind,
      long address,
      int code,
      long first,
      long second,
      MemorySegment data,
      long dataOffset,
      int lengthBytes) {
    long number = nextNumber();
    int dataBytes = data == null ? 0 : lengthBytes;
    synchronized (ring) {
      HelperRequest request = reserve(dataBytes);
      request.header(kind, bootstrap.rank(), number, address);
      request.operands(code, first, second, lengthBytes);
      if (dataBytes > 0) {
        MemorySegment.copy(data, dataOffset, ring.memory(), request.data(), dataBytes);
      }
      post(request, dataBytes, number);
    }
    return number;
  }

  /** Waits for a credit; the caller holds this object's monitor. */
  private long nextNumber() {
    long number = sent + 1;
    awaitAnswer(number - credits);
    return number;
  }

  /** Takes room for a message; the caller holds the ring's monitor until it is posted. */
  private HelperRequest reserve(int dataBytes) {
    return new HelperRequest(ring.memory(), ring.reserve(HelperRequest.HEADER_BYTES + dataBytes));
  }

  private void post(HelperRequest request, int dataBytes, long number) {
    long place = request.data() - HelperRequest.HEADER_BYTES;
    int lengthBytes = HelperRequest.HEADER_BYTES + dataBytes;
    ring.commit(connection, connection.send(ring.address(place), lengthBytes, ring.localKey()));
    sent = number;
  }

  private long slot(long number) {
    return (number % credits) * SLOT_BYTES;
  }

  /** Waits until every message has been carried out: what follows may then go past the helper. */
  void awaitAll() {
    long last = sent;
    if (last != 0) {
      awaitAnswer(last);
    }
  }

  private void awaitAnswer(long number) {
    if (number <= 0) {
      return;
    }
    long offset = slot(number) + NUMBER_OFFSET;
    long word = (long) LONG.getAcquire(slots, offset);
    if (word >>> STATUS_BITS < number) {
      word = awaitAnswer(number, offset);
    }
    if ((word & ((1 << STATUS_BITS) - 1)) != DONE) {
      throw new ArmciException(
          "rank %d: the helper thread of rank %d refused a request (number %d); the log of rank %d"
                  .formatted(bootstrap.rank(), connection.rank(), number, connection.rank())
              + " says why");
    }
  }

  private long awaitAnswer(long number, long offset) {
    Patience patience = null;
    for (int look = 0; ; look++) {
      long word = (long) LONG.getAcquire(slots, offset);
      if (word >>> STATUS_BITS >= number) {
        return word;
      }
      // Throws if the connection has failed: then there will be no answer.
      if (!connection.progress().isComplete(Long.MAX_VALUE)
          && !poller.poll()
          && look >= Patience.LOOKS) {
        patience = patience == null ? patience() : patience;
        patience.pause();
      }
    }
  }

  private Patience patience() {
    return new Patience(
        bootstrap,
        () -> "answer of the helper thread of rank " + connection.rank(),
        Long.MAX_VALUE);
  }
}
