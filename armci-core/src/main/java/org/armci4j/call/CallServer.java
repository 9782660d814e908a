package org.armci4j.call;

import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.armci4j.ArmciException;
import org.armci4j.Handle;
import org.armci4j.transport.WordWrites;

/**
 * Finds the requests in this rank's block, runs their handlers and answers. Used by the helper
 * thread alone, and again by handlers on it that wait for calls of their own.
 */
final class CallServer {
  private final CallMemory memory;
  private final CallLayout layout;
  private final Procedures procedures;

  private final WordWrites words = new WordWrites();
  private final Handle answered;

  /** The latest sequence that was taken up, by origin and slot. */
  private final long[] served;

  /** Where the next look begins, so that every slot has its turn. */
  private int start;

  CallServer(CallMemory memory, Procedures procedures) {
    this.memory = memory;
    this.layout = memory.layout();
    this.procedures = procedures;
    this.answered = memory.armci().newHandle();
    this.served = new long[layout.ranks() * layout.allSlots()];
  }

  /** Serves one request; false when there is none. */
  boolean serveOne() {
    int found = find();
    if (found < 0) {
      return false;
    }
    int origin = found / layout.allSlots();
    int slot = found % layout.allSlots();
    long sequence = served[found];
    long header = memory.own(layout.number(origin, slot));
    Handler handler = procedures.find((int) header);
    long outcome =
        handler == null
            ? Status.outcome(Status.UNKNOWN, 0)
            : run(handler, origin, slot, (int) (header >>> 32));
    answer(origin, slot, sequence, outcome);
    return true;
  }

  /** Answers all requests that are there with the news that this rank serves no more. */
  void refuseAll() {
    for (int found = find(); found >= 0; found = find()) {
      int origin = found / layout.allSlots();
      int slot = found % layout.allSlots();
      answer(origin, slot, served[found], Status.outcome(Status.CLOSED, 0));
    }
  }

  /** Takes up a new request, before its handler runs: a nested look must not find it again. */
  private int find() {
    for (int i = 0; i < served.length; i++) {
      int candidate = (start + i) % served.length;
      long requested =
          layout.requested(candidate / layout.allSlots(), candidate % layout.allSlots());
      if (memory.own(requested) == served[candidate] + 1) {
        served[candidate]++;
        start = (candidate + 1) % served.length;
        return candidate;
      }
    }
    return -1;
  }

  /** Whatever a handler throws is its caller's to know; the helper serves on. */
  private long run(Handler handler, int origin, int slot, int requestBytes) {
    MemorySegment own = memory.memory().local();
    MemorySegment room = own.asSlice(layout.reply(origin, slot), layout.limitBytes());
    try {
      MemorySegment request = own.asSlice(layout.request(origin, slot), requestBytes).asReadOnly();
      MemorySegment reply = room.asSlice(0, memory.own(layout.replyRoom(origin, slot)));
      int replyBytes = handler.handle(origin, request, reply);
      if (replyBytes < 0 || replyBytes > reply.byteSize()) {
        throw new ArmciException(
            "its reply of %d bytes has room for %d".formatted(replyBytes, reply.byteSize()));
      }
      return Status.outcome(Status.DONE, replyBytes);
    } catch (Throwable e) {
      byte[] text = e.toString().getBytes(StandardCharsets.UTF_8);
      byte[] fitting = Arrays.copyOf(text, Math.min(text.length, layout.limitBytes()));
      MemorySegment.copy(MemorySegment.ofArray(fitting), 0, room, 0, fitting.length);
      return Status.outcome(Status.FAILED, fitting.length);
    }
  }

  private void answer(int origin, int slot, long sequence, long outcome) {
    int target = memory.rank();
    long replied = layout.replied(target, slot);
    int lengthBytes = Status.lengthBytes(outcome);
    boolean isShort = lengthBytes <= CallLayout.SHORT_BYTES;
    MemorySegment reply = memory.memory().local().asSlice(layout.reply(origin, slot), lengthBytes);
    words.clear().add(layout.outcome(target, slot), outcome);
    memory.send(
        isShort ? reply : MemorySegment.NULL,
        isShort ? lengthBytes : 0,
        origin,
        layout.shortReply(target, slot),
        words,
        replied,
        sequence,
        answered);
    boolean forHandler = slot >= layout.slots();
    if (forHandler) {
      memory.bumpArrivals(origin);
    }
  }
}
