package org.armci4j;

import java.lang.foreign.MemorySegment;
import java.util.Objects;
import org.armci4j.transport.RemoteBlock;
import org.armci4j.transport.SegmentList;

/**
 * Put, get and accumulate of many segments at once, as a flat {@link SegmentList} names them. For
 * extensions of the runtime that turn shapes into such lists; programs use those, such as the
 * module {@code org.armci4j.strided}.
 *
 * <p>Each operation stands here once; its caller says by a {@link Handle} how it wants to learn of
 * the local completion: {@link #blocking} is the one of a call that returns when it is complete.
 *
 * <p>Ordering, completion and errors are those of {@link Armci}. The segments of one list are not
 * ordered among each other. Before anything moves, the range that the list spans is checked on both
 * sides; that needs no look at the segments. A list that a nonblocking operation was given must not
 * change until the operation is locally complete.
 *
 * <p>Obtained from {@link Armci#lists}. Any thread may call. Nothing is allocated.
 */
public final class ListTransfers {
  private final Tickets transfers;
  private final Handle blocking;

  ListTransfers(Tickets transfers) {
    this.transfers = transfers;
    this.blocking = new BlockingHandle(transfers);
  }

  /**
   * The handle that waits at once for whatever it is given to.
   *
   * @return the same object at every call; any thread may use it
   */
  public Handle blocking() {
    return blocking;
  }

  /**
   * Writes the segments of a list.
   *
   * @param source where to read; must stay as it is until the handle says so
   * @param sourceOffset the base of the list's local side
   * @param memory the global memory
   * @param rank the target
   * @param offset the base of the list's remote side
   * @param list which bytes
   * @param handle learns of the local completion
   * @throws ArmciException when the list leaves the block or the source, the source cannot be read,
   *     or the memory is freed
   */
  public void put(
      MemorySegment source,
      long sourceOffset,
      GlobalMemory memory,
      int rank,
      long offset,
      SegmentList list,
      Handle handle) {
    transfers.requireOwn("put", handle);
    RemoteBlock block = Checks.block(transfers, "put", memory, rank);
    checkPut("put", source, sourceOffset, block, offset, list);
    handle.add(rank, block.putList(source, sourceOffset, offset, list));
  }

  /**
   * Writes the segments of a list and then a signal word of the same rank: a rank that sees the
   * word sees all segments.
   *
   * @param source where to read; must stay as it is until the handle says so
   * @param sourceOffset the base of the list's local side
   * @param memory the global memory of the data
   * @param rank the target
   * @param offset the base of the list's remote side
   * @param list which bytes
   * @param signalMemory the global memory of the word
   * @param signalOffset where the word is in the target's block, a multiple of 8
   * @param signalValue the word's new value
   * @param handle learns of the local completion
   * @throws ArmciException when the list leaves the block or the source, the source cannot be read,
   *     the word is not an aligned one inside its block, or a memory is freed
   */
  public void putSignal(
      MemorySegment source,
      long sourceOffset,
      GlobalMemory memory,
      int rank,
      long offset,
      SegmentList list,
      GlobalMemory signalMemory,
      long signalOffset,
      long signalValue,
      Handle handle) {
    transfers.requireOwn("putSignal", handle);
    RemoteBlock signalBlock =
        Checks.signalBlock(transfers, "putSignal", signalMemory, rank, signalOffset);
    RemoteBlock block = Checks.block(transfers, "putSignal", memory, rank);
    checkPut("putSignal", source, sourceOffset, block, offset, list);
    long ticket = block.putList(source, sourceOffset, offset, list);
    signalBlock.signal(signalOffset, signalValue);
    handle.add(rank, ticket);
  }

  private static void checkPut(
      String operation,
      MemorySegment source,
      long sourceOffset,
      RemoteBlock block,
      long offset,
      SegmentList list) {
    Objects.requireNonNull(list, "list");
    ListChecks.span(operation, block, offset, list);
    ListChecks.span(operation, "source", source, sourceOffset, list);
  }

  /**
   * Reads the segments of a list.
   *
   * @param memory the global memory
   * @param rank the target
   * @param offset the base of the list's remote side
   * @param destination where to write
   * @param destinationOffset the base of the list's local side
   * @param list which bytes
   * @param handle learns of the completion
   * @throws ArmciException when the list leaves the block or the destination, the destination
   *     cannot be written, or the memory is freed
   */
  public void get(
      GlobalMemory memory,
      int rank,
      long offset,
      MemorySegment destination,
      long destinationOffset,
      SegmentList list,
      Handle handle) {
    transfers.requireOwn("get", handle);
    RemoteBlock block = Checks.block(transfers, "get", memory, rank);
    Objects.requireNonNull(list, "list");
    ListChecks.span("get", block, offset, list);
    ListChecks.span("get", "destination", destination, destinationOffset, list);
    Checks.writable("get", "destination", destination);
    handle.add(rank, block.getList(offset, destination, destinationOffset, list), destination);
  }

  /**
   * Adds the segments of a list, scaled; as {@link Armci#accumulate}, atomic element by element to
   * every other accumulate of any shape.
   *
   * @param accumulation element type and scale
   * @param source where to read; must stay as it is until the handle says so
   * @param sourceOffset the base of the list's local side
   * @param memory the global memory
   * @param rank the target
   * @param offset the base of the list's remote side
   * @param list which bytes, in segments of whole elements
   * @param handle learns of the local completion
   * @throws ArmciException when the list leaves the block or the source, a segment is no whole
   *     number of elements, the source cannot be read, or the memory is freed
   */
  public void accumulate(
      Accumulation accumulation,
      MemorySegment source,
      long sourceOffset,
      GlobalMemory memory,
      int rank,
      long offset,
      SegmentList list,
      Handle handle) {
    transfers.requireOwn("accumulate", handle);
    RemoteBlock block = Checks.block(transfers, "accumulate", memory, rank);
    checkPut("accumulate", source, sourceOffset, block, offset, list);
    ListChecks.elements("accumulate", accumulation, list);
    handle.add(rank, block.accumulateList(accumulation, source, sourceOffset, offset, list));
  }
}
