package org.armci4j.stream;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.armci4j.kernel.NativeMemory;

/** The batches of one peer in its slots at this rank. */
final class IncomingBatches {
  private final StreamMemory stream;
  private final int peer;
  private final int sender;
  private final long arrived;

  /** Offset of the word at the peer that tells it how many batches this rank has handled. */
  private final long handled;

  private final MemorySegment own;

  /** Number of the oldest batch that is not handled yet. */
  private long batch;

  /** Bytes of the oldest batch that have been handed on. */
  private long taken;

  IncomingBatches(StreamMemory stream, int peer) {
    this.stream = stream;
    this.peer = peer;
    this.sender = stream.peers().rank(peer);
    this.arrived = stream.layout().arrived(peer);
    this.handled = stream.layout().handled(stream.peers().numberAt(sender));
    this.own = stream.memory().local();
  }

  /** Returns whether a batch waits; with acquire, so that its items can be read. */
  boolean hasArrived() {
    return stream.own(arrived) != batch;
  }

  long batch() {
    return batch;
  }

  /** Returns the rank in the group that pushed the oldest batch's items. */
  int origin() {
    return StreamLayout.origin(header());
  }

  /** Returns whether the oldest batch is the last one of its phase. */
  boolean isLast() {
    return StreamLayout.isLast(header());
  }

  /** Returns the bytes of the oldest batch's items. */
  long sizeBytes() {
    return StreamLayout.bytes(header());
  }

  /** Returns the memory with the slots. */
  MemorySegment memory() {
    return NativeMemory.exact(own);
  }

  /** Returns the first byte of the oldest batch's items. */
  long first() {
    return slot() + StreamLayout.HEADER_BYTES;
  }

  /** Returns the items of the oldest batch. */
  MemorySegment items() {
    return memory().asSlice(first(), sizeBytes());
  }

  /** Returns whether items of the oldest batch have not been handed on. */
  boolean hasMore() {
    return taken < sizeBytes();
  }

  /** Returns the first byte of the oldest batch that has not been handed on. */
  long next() {
    return first() + taken;
  }

  /** Goes behind an item that has been handed on. */
  void take(long bytes) {
    taken += bytes;
  }

  /** Gives the oldest batch's slot back; the next one is then the oldest. */
  void free() {
    batch++;
    taken = 0;
    // With release: the peer that sees this word writes the slot after it was read here.
    stream.signal(sender, handled, batch);
  }

  /** Goes on to the next batch; the replies tell the origin that the slot is free. */
  void freeByReplies() {
    batch++;
  }

  private long header() {
    return memory().get(ValueLayout.JAVA_LONG_UNALIGNED, slot());
  }

  private long slot() {
    return stream.layout().slot(peer, batch);
  }
}
