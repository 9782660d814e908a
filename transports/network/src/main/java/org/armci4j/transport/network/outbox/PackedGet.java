package org.armci4j.transport.network.outbox;

import java.lang.foreign.MemorySegment;
import org.armci4j.transport.SegmentList;
import org.armci4j.transport.network.helper.HelperRequest;
import org.armci4j.transport.network.helper.PackedRuns;
import org.armci4j.transport.network.helper.ReplyBuffers;
import org.armci4j.transport.network.helper.RunCutter;

/** The get of a list whose segments the target's helper thread gathers. */
public final class PackedGet extends LandingOperation {
  private final RunCutter cutter;

  /**
   * @param replies where the data land
   * @param address the base of the list's remote side
   * @param destination where the data belong
   * @param destinationOffset the base of the list's local side
   * @param list the bytes to get; must not change
   */
  public PackedGet(
      ReplyBuffers replies,
      long address,
      MemorySegment destination,
      long destinationOffset,
      SegmentList list) {
    this(replies, address, destination, destinationOffset, list, Gate.SHUT);
  }

  /** Creates the get of a list that grows until a gate is shut. */
  PackedGet(
      ReplyBuffers replies,
      long address,
      MemorySegment destination,
      long destinationOffset,
      SegmentList list,
      Gate gate) {
    super(HelperRequest.Kind.GET_LIST, 0, replies, address, destination, destinationOffset, gate);
    this.cutter = new RunCutter().begin(list, replies.pieceBytes(), 1);
  }

  @Override
  public boolean hasMore() {
    return cutter.hasMore();
  }

  @Override
  long describe(ReplyBuffers.Piece piece, MemorySegment message, long begin, long end) {
    return PackedRuns.describe(cutter, piece, message, begin, end);
  }
}
