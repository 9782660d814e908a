package org.armci4j.transport.network.outbox;

import java.lang.foreign.MemorySegment;
import org.armci4j.transport.SegmentList;
import org.armci4j.transport.network.helper.HelperRequest;
import org.armci4j.transport.network.helper.PackedRuns;
import org.armci4j.transport.network.helper.ReplyBuffers;
import org.armci4j.transport.network.helper.RunCutter;

/** The get of a list whose segments the target's helper thread gathers. */
public final class PackedGet extends LandingOperation {
  private final RunCutter cutter = new RunCutter();

  /** Creates an object of {@link Spares}. */
  PackedGet() {
    this(Gate.SHUT);
  }

  /** Creates the get of a list that grows until a gate is shut. */
  PackedGet(Gate gate) {
    super(HelperRequest.Kind.GET_LIST, gate);
  }

  /**
   * Becomes the get of a list.
   *
   * @param replies where the data land
   * @param address the base of the list's remote side
   * @param destination where the data belong
   * @param destinationOffset the base of the list's local side
   * @param list the bytes to get; must not change until the ticket is complete
   * @return this
   */
  public PackedGet become(
      ReplyBuffers replies,
      long address,
      MemorySegment destination,
      long destinationOffset,
      SegmentList list) {
    become(0, replies, address, destination, destinationOffset);
    cutter.begin(list, replies.pieceBytes(), 1);
    return this;
  }

  /** Drops the caller's memory and list too. */
  @Override
  void forget() {
    super.forget();
    cutter.end();
  }

  @Override
  void giveBack(Spares spares) {
    forget();
    spares.giveBack(this);
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
