package org.armci4j.call;

import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicBoolean;
import org.armci4j.Armci;
import org.armci4j.ArmciException;

/** One slot from this rank to one target: at most one call at a time is under way in it. */
final class CallSlot {
  /** In the replied word: this rank or the target has closed its calls, there is no reply. */
  private static final long ENDED = Long.MAX_VALUE;

  private final CallMemory memory;
  private final int target;
  private final int index;
  private final AtomicBoolean claimed = new AtomicBoolean();

  /** For the calls whose callers bring none. */
  private final Call blocking = new Call();

  /** How many calls there have been; for the thread that has claimed the slot. */
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
    memory.bump(memory.rank(), CallLayout.CHANGES);
  }

  /** Frees the slot, if only the call's reply has to be fetched for that. */
  void tryCollect() {
    call.collectForOthers(this);
  }

  /** Whether the slot is one of those that only handlers use. */
  boolean forHandlers() {
    return index >= memory.layout().slots();
  }

  /**
   * Sends a request; the call then is under way. The request is in place before its sequence, and
   * the sequence before the word that wakes the helper.
   */
  void post(Call newCall, int number, MemorySegment request, MemorySegment reply) {
    Armci armci = memory.armci();
    CallLayout layout = memory.layout();
    int origin = memory.rank();
    long room = Math.min(reply.byteSize(), layout.limitBytes());
    armci.put(request, memory.memory(), target, layout.request(origin, index));
    long header = request.byteSize() << 32 | number;
    armci.putLong(memory.memory(), target, layout.number(origin, index), header);
    armci.putLong(memory.memory(), target, layout.replyRoom(origin, index), room);
    long next = sequence + 1;
    newCall.begin(this, next, number, reply);
    call = newCall;
    sequence = next;
    armci.signal(memory.memory(), target, layout.requested(origin, index), next);
    memory.bumpArrivals(target);
  }

  /** Where the word is that tells of the reply, in this rank's block. */
  long repliedOffset() {
    return memory.layout().replied(target, index);
  }

  /** Whether a call under way has its reply, or will have none. */
  boolean isReplied(long awaited) {
    return memory.own(repliedOffset()) >= awaited;
  }

  /** Ends the wait for a reply, as this rank or the target serves no more; the last call here. */
  void end() {
    memory.armci().signal(memory.memory(), memory.rank(), repliedOffset(), ENDED);
  }

  /** Throws unless it is a slot of these calls: others' replies come to words of their own. */
  void requireOf(CallMemory calls, String operation) {
    if (memory != calls) {
      throw new ArmciException(
          "%s by rank %d: the call was started by another runtime's calls; await it there"
              .formatted(operation, calls.rank()));
    }
  }

  int target() {
    return target;
  }

  /**
   * Fetches a reply that is there.
   *
   * @param reply where to, or null to drop it
   * @return how many bytes
   * @throws ArmciException what the caller should see instead
   */
  int fetch(int number, MemorySegment reply) {
    if (memory.own(repliedOffset()) == ENDED) {
      int closed = memory.isClosed(target) ? target : memory.rank();
      throw failed(number, "rank %d has closed its calls".formatted(closed));
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
          throw failed(number, "rank %d has registered no such procedure".formatted(target));
      case Status.CLOSED -> throw failed(number, "rank %d has closed its calls".formatted(target));
      default -> throw new AssertionError(outcome);
    };
  }

  private void get(MemorySegment destination, int lengthBytes) {
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
        "call of procedure %d on rank %d by rank %d: %s"
            .formatted(number, target, memory.rank(), reason));
  }

  /** What a wait for the reply is called in messages. */
  String describe(int number) {
    return "reply to the call of procedure %d on rank %d".formatted(number, target);
  }
}
