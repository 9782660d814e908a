package org.armci4j.stream;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.armci4j.kernel.NativeMemory;

/** The batches of this rank for one peer. */
final class OutgoingBatches {
  private final StreamMemory stream;

  /** Bytes behind each item that tell for which rank it is; 0 where it is for the peer. */
  private final int addressBytes;

  private final long batchBytes;
  private final BatchMemory batches;

  /** Where the slots for this rank are in the peer's block. */
  private final StreamLayout layout;

  /** Number of this rank among the peers of the peer. */
  private final int number;

  /** Number of the peer among this rank's peers. */
  private final int peer;

  private final long handledWord;

  private final MemorySegment memory;

  /** Where the next item of the open batch goes; {@link #end} without one. */
  long at;

  /** Behind the last byte that the open batch has room for. */
  long end;

  /** The rank in the group that pushed the open batch's items. */
  private int origin;

  private long first;
  private long sent;

  /** How many batches the peer had handled, and this rank their replies, at the last look. */
  private long handled;

  OutgoingBatches(StreamMemory stream, int peer) {
    this.stream = stream;
    this.peer = peer;
    int target = stream.peers().rank(peer);
    boolean isHere = stream.peers().isHere(peer);
    this.addressBytes = isHere ? 0 : HostRelay.ADDRESS_BYTES;
    this.batchBytes = isHere ? stream.shape().batchBytes() : stream.shape().addressedBytes();
    this.layout = stream.layoutAt(target);
    this.number = stream.peers().numberAt(target);
    this.handledWord = stream.layout().handled(peer);
    this.batches = new BatchMemory(stream, target, layout.slotBytes());
    this.memory = batches.memory;
  }

  /** Returns the memory in which the open batch is filled. */
  MemorySegment memory() {
    return NativeMemory.exact(memory);
  }

  boolean isOpen() {
    return at != end;
  }

  /** Returns whether the open batch has a rank's items. */
  boolean isOpenFor(int pusher) {
    return isOpen() && origin == pusher;
  }

  /** Returns whether a batch is open, or the peer has a free slot for one. */
  boolean mayOpen() {
    return isOpen() || hasFreeSlots(1);
  }

  /** Returns whether the peer has a free slot for a batch behind the open one. */
  boolean mayTurn() {
    return hasFreeSlots(isOpen() ? 2 : 1);
  }

  /** Returns whether the open batch has room for an item of a number of bytes. */
  boolean hasRoom(long bytes) {
    return end - at >= bytes + addressBytes;
  }

  /** Returns whether an item of a number of bytes fits the open batch, or one behind it. */
  boolean mayPush(long bytes) {
    return (isOpen() && hasRoom(bytes)) || mayTurn();
  }

  private boolean hasFreeSlots(int slots) {
    if (sent + slots - handled <= StreamLayout.SLOTS) {
      return true;
    }
    if (layout.replyBytes() > 0) {
      return false; // until this rank has handled replies
    }
    // With acquire: the target has read the slot before it wrote this word, so it may be reused.
    handled = stream.own(handledWord);
    return sent + slots - handled <= StreamLayout.SLOTS;
  }

  /** Returns whether replies to a batch wait; with acquire, so that they can be read. */
  boolean hasReplies() {
    return stream.own(handledWord) != handled;
  }

  /** Returns the slot with the oldest replies that wait. */
  long replySlot() {
    return stream.layout().reply(peer, handled);
  }

  /** Frees the slots of the oldest replies and of their batch. */
  void freeReplies() {
    handled++;
  }

  /** Returns whether the replies to all batches have been handled. */
  boolean isAnswered() {
    return handled == sent;
  }

  /** Begins a batch of this rank's items, for which the peer has a free slot. */
  void open() {
    open(stream.rank());
  }

  /** Has a batch of a rank's items open; sends one of another rank before, if that is open. */
  void turnTo(int pusher) {
    if (isOpenFor(pusher)) {
      return;
    }
    if (isOpen()) {
      send(false);
    }
    open(pusher);
  }

  private void open(int pusher) {
    origin = pusher;
    first = batches.begin(sent, layout.slot(number, sent));
    at = first + StreamLayout.HEADER_BYTES;
    end = at + batchBytes;
  }

  /** Goes behind an item for a rank that has been filled in, and sends the batch if it is full. */
  void advance(long bytes, int target) {
    if (addressBytes > 0) {
      memory().set(ValueLayout.JAVA_INT_UNALIGNED, at + bytes, target);
      at += addressBytes;
    }
    at += bytes;
    if (at == end) {
      send(false);
    }
  }

  /** Sends the open batch. */
  void send(boolean last) {
    long bytes = at - first;
    long header = StreamLayout.header(origin, bytes - StreamLayout.HEADER_BYTES, last);
    memory().set(ValueLayout.JAVA_LONG_UNALIGNED, first, header);
    batches.send(sent, layout.slot(number, sent), bytes, layout.arrived(number));
    sent++;
    at = end;
  }
}
