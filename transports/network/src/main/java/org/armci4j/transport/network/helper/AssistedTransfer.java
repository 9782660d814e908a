package org.armci4j.transport.network.helper;

import java.lang.foreign.MemorySegment;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.transport.SegmentList;

/** The assisted put or get of one list, from its call until its data are in place. */
final class AssistedTransfer {
  private final boolean get;
  private final MemorySegment memory;
  private final long base;
  private final long key;
  private final long remote;
  private final PartCutter cutter;
  private final long ticket;
  private int underWay;

  /**
   * @param get whether it is a get
   * @param memory this rank's memory, referenced to keep an automatic arena alive
   * @param offset the base of the list's local side there
   * @param key of that memory
   * @param remote the base of the list's remote side
   * @param cutter cuts the list into parts
   * @param ticket number of the endpoint's first operation that follows the transfer
   */
  AssistedTransfer(
      boolean get,
      MemorySegment memory,
      long offset,
      long key,
      long remote,
      PartCutter cutter,
      long ticket) {
    this.get = get;
    this.memory = memory;
    this.base = memory.address() + offset;
    this.key = key;
    this.remote = remote;
    this.cutter = cutter;
    this.ticket = ticket;
  }

  boolean puts() {
    return !get;
  }

  long base() {
    return base;
  }

  long key() {
    return key;
  }

  long remote() {
    return remote;
  }

  long ticket() {
    return ticket;
  }

  /** Returns whether a part is still to be cut. */
  boolean hasMore() {
    return cutter.hasMore();
  }

  void cut(SegmentList part, int maxRuns) {
    cutter.cut(part, maxRuns);
    underWay++;
  }

  /** Records that the data of one part are in place. */
  void partIsDone() {
    underWay--;
  }

  boolean isDone() {
    return underWay == 0 && !cutter.hasMore();
  }

  @Override
  public String toString() {
    return Text.format(
        "%s of a list, %s memory of %d bytes, with the helper thread's assistance",
        get ? "get" : "put", get ? "to" : "from", memory.byteSize());
  }
}
