package org.armci4j.stream;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** The batches of one rank in its slots at this rank. */
final class IncomingBatches {
  private final StreamMemory stream;
  private final int origin;
  private final MemorySegment own;

  /** Number of the oldest batch that is not handled yet. */
  private long batch;

  IncomingBatches(StreamMemory stream, int origin) {
    this.stream = stream;
    this.origin = origin;
    this.own = stream.memory().local();
  }

  /** Returns whether a batch waits; with acquire, so that its items can be read. */
  boolean hasArrived() {
    return stream.own(StreamLayout.arrived(origin)) != batch;
  }

  long batch() {
    return batch;
  }

  /** Returns whether the oldest batch is the last one of its phase. */
  boolean isLast() {
    return (header() & 1) != 0;
  }

  /** Returns the bytes of the oldest batch's items. */
  long sizeBytes() {
    return header() >> 1;
  }

  /** Returns the memory with the slots. */
  MemorySegment memory() {
    return own;
  }

  /** Returns the first byte of the oldest batch's items. */
  long first() {
    return slot() + StreamLayout.HEADER_BYTES;
  }

  /** Returns the items of the oldest batch. */
  MemorySegment items() {
    return own.asSlice(first(), sizeBytes());
  }

  /** Gives the oldest batch's slot back; the next one is then the oldest. */
  void free() {
    batch++;
    // With release: the origin that sees this word writes the slot after it was read here.
    stream.signal(origin, StreamLayout.handled(stream.rank()), batch);
  }

  /** Goes on to the next batch; the replies tell the origin that the slot is free. */
  void freeByReplies() {
    batch++;
  }

  private long header() {
    return own.get(ValueLayout.JAVA_LONG_UNALIGNED, slot());
  }

  private long slot() {
    return stream.layout().slot(origin, batch);
  }
}
