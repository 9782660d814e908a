package org.armci4j.transport.network.helper;

import java.lang.foreign.MemorySegment;
import org.armci4j.transport.SegmentList;
import org.armci4j.transport.network.RegisteredMemory;

/**
 * Puts and gets of lists whose segments travel together. A put's segments are gathered here into
 * messages ({@link OutgoingRuns}), which the target's helper thread scatters. A get's segments are
 * gathered by that thread, written here into registered memory, and scattered here. Messages follow
 * each other without waiting: one is on its way while the next is gathered and the previous one is
 * scattered.
 *
 * <p>Source: the buffered protocol of "Host-Assisted Zero-Copy Remote Memory Access Communication
 * on InfiniBand", section 4. There the data of a put are written into buffers of the target before
 * the request. Here they are part of the request, which needs only the buffers that receive it.
 */
public final class PackedLists {
  private final ReplyBuffers replies;

  /**
   * @param memory gives the memory into which gets are written
   * @param pieceBytes how much of it one message fills
   */
  public PackedLists(RegisteredMemory memory, int pieceBytes) {
    this.replies = new ReplyBuffers(memory, pieceBytes);
  }

  /**
   * Returns a get of a list.
   *
   * @param address the base of the list's remote side
   * @param destination native or heap memory
   * @param destinationOffset the base of the list's local side
   * @param list the bytes to get; must not change
   */
  public HelperRequests get(
      long address, MemorySegment destination, long destinationOffset, SegmentList list) {
    return new PackedGet(replies, address, destination, destinationOffset, list);
  }
}
