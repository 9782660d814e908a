package org.armci4j.call;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicBoolean;
import org.armci4j.Handle;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.error.ArmciException;
import org.armci4j.kernel.Copies;
import org.armci4j.transport.WordWrites;

/** One slot from this rank to one target, with at most one call under way. */
final class CallSlot {
  /** Value of the replied word after this rank has closed its calls; there is no reply. */
  private static final long ENDED = Long.MAX_VALUE;

  private final CallMemory memory;
  private final int target;
  private final int index;
  private final AtomicBoolean claimed = new AtomicBoolean();

  /** The slot's own call, for blocking callers, which hold the slot until they have the result. */
  private final Call blocking = new Call();

  private final WordWrites words = new WordWrites();

  /** Handle of the request's transfer; null before the first request. */
  private Handle sent;

  /** Buffer for a copy of a short request. */
  private MemorySegment copy = MemorySegment.NULL;

  /** The sequence of the latest call; used only by the thread that has claimed the slot. */
  private long sequence;

  /** The call under way, or the latest one. */
  private volatile Call call = blocking;

  CallSlot(CallMemory memory, int target, int index) {
    this.memory = memory;
    this.target = target;
    this.index = index;
  }

  Call blocking() {
    return blocking;
  }

  boolean tryClaim() {
    return !claimed.get() && claimed.compareAndSet(false, true);
  }

  void release() {
    claimed.set(false);
    memory.bumpChanges(memory.rank());
  }

  /** Fetches the reply of the slot's call, if it has come, and so frees the slot. */
  void tryCollect() {
    call.collectForOthers(this);
  }

  /** Returns whether the slot can be claimed, or {@link #tryCollect} would free it. Never waits. */
  boolean mayBeFree() {
    return !claimed.get() || call.mayBeCollected(this);
  }

  /** Returns whether only handlers use the slot. */
  boolean forHandlers() {
    return index >= memory.layout().slots();
  }

  /**
   * Sends a request. The call then is under way, and the caller holds the slot until it lets the
   * call go. A sequence is never used twice, even if sending failed: had the request arrived after
   * all, the target would take the next request of that sequence for the same.
   *
   * <p>The request is in place before its sequence, and the sequence no later than the word that
   * wakes the target's helper thread. Between ranks of one host, that word is {@link
   * CallLayout#ARRIVALS}. Over a network it is the sequence itself, as the receiving thread first
   * checks whether the helper thread is needed.
   */
  void post(Call newCall, int number, MemorySegment request, MemorySegment reply) {
    CallLayout layout = memory.layout();
    int origin = memory.rank();
    long at = layout.request(origin, index);
    long sizeBytes = request.byteSize();
    boolean copied = sizeBytes <= CallLayout.SHORT_BYTES;
    if (!copied) {
      memory.armci().put(request, memory.memory(), target, at);
    }
    if (sent == null) {
      sent = memory.armci().newHandle();
    }
    sent.await(); // returns at once: the previous call is over, so its request has left the copy
    MemorySegment bytes = copied ? copyOf(request) : MemorySegment.NULL;
    long capacityBytes = Math.min(reply.byteSize(), layout.limitBytes());
    words
        .clear()
        .add(layout.number(origin, index), sizeBytes << 32 | number)
        .add(layout.replyCapacity(origin, index), capacityBytes);
    long next = sequence + 1;
    newCall.begin(this, next, number, reply);
    call = newCall;
    sequence = next;
    boolean posted = false;
    try {
      send(bytes, copied ? sizeBytes : 0, at);
      posted = true;
    } finally {
      if (!posted) {
        newCall.cancel();
      }
    }
  }

  /** Sends the bytes, the words and then the sequence of the call under way. */
  private void send(MemorySegment bytes, long sizeBytes, long at) {
    long signal = memory.layout().requested(memory.rank(), index);
    boolean reaches = memory.reaches(target);
    if (!reaches) {
      words.signalHelper();
    }
    memory.send(bytes, sizeBytes, target, at, words, signal, sequence, sent);
    if (reaches) {
      memory.bumpArrivals(target);
    }
  }

  private MemorySegment copyOf(MemorySegment request) {
    if (copy.byteSize() < request.byteSize()) {
      long capacityBytes = Math.min(CallLayout.SHORT_BYTES, memory.layout().limitBytes());
      copy = Arena.ofAuto().allocate(capacityBytes, Long.BYTES);
    }
    Copies.copy(request, 0, copy, 0, request.byteSize());
    return copy;
  }

  /** Returns the offset of the replied sequence, in this rank's block. */
  long repliedOffset() {
    return memory.layout().replied(target, index);
  }

  /**
   * Returns whether a call under way has its reply, or will get none. A target that closes first
   * tells all ranks, and then looks for requests one last time. So it either sees and answers a
   * request, or its origin sees that the target has closed.
   */
  boolean isOver(long awaited) {
    return memory.own(repliedOffset()) >= awaited || memory.isClosed(target);
  }

  /** Ends the wait for a reply when this rank closes its calls; the slot's last use. */
  void end() {
    memory.armci().signal(memory.memory(), memory.rank(), repliedOffset(), ENDED);
  }

  /** Throws unless the slot belongs to these calls: replies to other calls come to other words. */
  void requireOf(CallMemory calls) {
    if (memory != calls) {
      throw new ArmciException(
          Text.format(
              "await by rank %d: the call was started by another runtime's calls; await it there",
              calls.rank()));
    }
  }

  int target() {
    return target;
  }

  /**
   * Fetches the reply of a call that is over.
   *
   * @param awaited the call's sequence
   * @param reply the buffer for the reply, or null to drop it
   * @return the length of the reply, in bytes
   * @throws ArmciException the call's failure
   */
  int fetch(long awaited, int number, MemorySegment reply) {
    long replied = memory.own(repliedOffset());
    if (replied == ENDED || replied < awaited) {
      int closed = memory.isClosed(target) ? target : memory.rank();
      throw failed(number, Text.format("rank %d has closed its calls", closed));
    }
    long outcome = memory.own(memory.layout().outcome(target, index));
    int lengthBytes = Status.lengthBytes(outcome);
    return switch (Status.of(outcome)) {
      case Status.DONE -> {
        if (reply != null) {
          get(reply, lengthBytes);
        }
        yield lengthBytes;
      }
      case Status.FAILED -> throw failed(number, "its handler threw " + text(lengthBytes));
      case Status.UNKNOWN ->
          throw failed(number, Text.format("rank %d has registered no such procedure", target));
      case Status.CLOSED ->
          throw failed(number, Text.format("rank %d has closed its calls", target));
      default -> throw new AssertionError(outcome);
    };
  }

  private void get(MemorySegment destination, int lengthBytes) {
    if (lengthBytes <= CallLayout.SHORT_BYTES) {
      long at = memory.layout().shortReply(target, index);
      MemorySegment.copy(memory.memory().local(), at, destination, 0, lengthBytes);
      return;
    }
    long offset = memory.layout().reply(memory.rank(), index);
    memory.armci().get(memory.memory(), target, offset, destination, 0, lengthBytes);
  }

  private String text(int lengthBytes) {
    byte[] bytes = new byte[lengthBytes];
    get(MemorySegment.ofArray(bytes), lengthBytes);
    return new String(bytes, StandardCharsets.UTF_8);
  }

  private ArmciException failed(int number, String reason) {
    return new ArmciException(
        Text.format(
            "call of procedure %d on rank %d by rank %d: %s",
            number, target, memory.rank(), reason));
  }

  /** Returns the name of a wait for the reply, for messages. */
  String describe(int number) {
    return Text.format("reply to the call of procedure %d on rank %d", number, target);
  }
}
