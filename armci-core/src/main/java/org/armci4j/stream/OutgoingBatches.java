package org.armci4j.stream;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** The batches of this rank for one other rank. */
final class OutgoingBatches {
  private final StreamMemory stream;
  private final int target;
  private final long batchBytes;
  private final BatchMemory batches;

  /** Where the open batch is filled. */
  final MemorySegment memory;

  /** Where the next item of the open batch goes; {@link #end} without one. */
  long at;

  /** Behind the last byte that the open batch has room for. */
  long end;

  private long first;
  private long sent;

  /** How many batches the target had handled, and this rank their replies, at the last look. */
  private long handled;

  OutgoingBatches(StreamMemory stream, int target, long batchBytes) {
    this.stream = stream;
    this.target = target;
    this.batchBytes = batchBytes;
    this.batches = new BatchMemory(stream, target, stream.layout().slotBytes());
    this.memory = batches.memory;
  }

  boolean isOpen() {
    return at != end;
  }

  /** Returns whether a batch is open, or the target has a free slot for one. */
  boolean mayOpen() {
    return isOpen() || hasFreeSlots(1);
  }

  /** Returns whether an item of a number of bytes fits the open batch, or one behind it. */
  boolean mayPush(long bytes) {
    boolean fits = isOpen() && end - at >= bytes;
    return fits || hasFreeSlots(isOpen() ? 2 : 1);
  }

  private boolean hasFreeSlots(int slots) {
    if (sent + slots - handled <= StreamLayout.SLOTS) {
      return true;
    }
    if (stream.layout().replyBytes() > 0) {
      return false; // until this rank has handled replies
    }
    // With acquire: the target has read the slot before it wrote this word, so it may be reused.
    handled = stream.own(StreamLayout.handled(target));
    return sent + slots - handled <= StreamLayout.SLOTS;
  }

  /** Returns whether replies to a batch wait; with acquire, so that they can be read. */
  boolean hasReplies() {
    return stream.own(StreamLayout.handled(target)) != handled;
  }

  /** Returns the slot with the oldest replies that wait. */
  long replySlot() {
    return stream.layout().reply(target, handled);
  }

  /** Frees the slots of the oldest replies and of their batch. */
  void freeReplies() {
    handled++;
  }

  /** Returns whether the replies to all batches have been handled. */
  boolean isAnswered() {
    return handled == sent;
  }

  /** Begins a batch for which the target has a free slot. */
  void open() {
    first = batches.begin(sent, stream.layout().slot(stream.rank(), sent));
    at = first + StreamLayout.HEADER_BYTES;
    end = at + batchBytes;
  }

  /** Goes behind an item that has been filled in, and sends the batch if it is full. */
  void advance(long bytes) {
    at += bytes;
    if (at == end) {
      send(false);
    }
  }

  /** Sends the open batch. */
  void send(boolean last) {
    long bytes = at - first;
    long header = 2 * (bytes - StreamLayout.HEADER_BYTES) + (last ? 1 : 0);
    memory.set(ValueLayout.JAVA_LONG_UNALIGNED, first, header);
    long slot = stream.layout().slot(stream.rank(), sent);
    batches.send(sent, slot, bytes, StreamLayout.arrived(stream.rank()));
    sent++;
    at = end;
  }
}
