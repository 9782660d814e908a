package org.armci4j.stream;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** The batches of one rank in its slots at this rank. */
final class IncomingBatches {
  private final StreamMemory stream;
  private final int origin;
  private final MemorySegment own;
  private long handled;

  IncomingBatches(StreamMemory stream, int origin) {
    this.stream = stream;
    this.origin = origin;
    this.own = stream.memory().local();
  }

  /** Returns whether a batch waits; with acquire, so that its items can be read. */
  boolean hasArrived() {
    return stream.own(StreamLayout.arrived(origin)) != handled;
  }

  /**
   * Gives the oldest batch to a handler, and then its slot back to the origin.
   *
   * @return whether the origin pushes no more in this phase
   */
  boolean handle(int itemBytes, ItemHandler handler) {
    long slot = stream.layout().slot(origin, handled);
    long header = own.get(ValueLayout.JAVA_LONG_UNALIGNED, slot);
    long items = header >> 1;
    if (items > 0) {
      handler.handle(origin, own.asSlice(slot + StreamLayout.HEADER_BYTES, items * itemBytes));
    }
    handled++;
    // With release: the origin that sees this word writes the slot after it was read here.
    stream.signal(origin, StreamLayout.handled(stream.rank()), handled);
    return (header & 1) != 0;
  }
}
