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
 * <p>Ordering, completion and errors are those of {@link Armci}. The segments of one list are not
 * ordered among each other. Before anything moves, the range that the list spans is checked on both
 * sides; that needs no look at the segments. A list that a nonblocking operation was given must not
 * change until the operation is locally complete.
 *
 * <p>Obtained from {@link Armci#lists}. Any thread may call. Nothing is allocated.
 */
public final class ListTransfers {
  private final Tickets transfers;
  private final ImplicitHandle implicit;

  ListTransfers(Tickets transfers, ImplicitHandle implicit) {
    this.transfers = transfers;
    this.implicit = implicit;
  }

  /**
   * Writes the segments of a list. Returns when the source may be reused.
   *
   * @param source where to read
   * @param sourceOffset the base of the list's local side
   * @param memory the global memory
   * @param rank the target
   * @param offset the base of the list's remote side
   * @param list which bytes
   */
  public void put(
      MemorySegment source,
      long sourceOffset,
      GlobalMemory memory,
      int rank,
      long offset,
      SegmentList list) {
    transfers.await(rank, startPut(source, sourceOffset, memory, rank, offset, list));
  }

  /**
   * Starts to write the segments of a list.
   *
   * @param source where to read; must stay as it is until the handle says so
   * @param sourceOffset the base of the list's local side
   * @param memory the global memory
   * @param rank the target
   * @param offset the base of the list's remote side
   * @param list which bytes
   * @param handle learns of the local completion
   */
  public void nbPut(
      MemorySegment source,
      long sourceOffset,
      GlobalMemory memory,
      int rank,
      long offset,
      SegmentList list,
      Handle handle) {
    Objects.requireNonNull(handle, "handle");
    handle.add(rank, startPut(source, sourceOffset, memory, rank, offset, list));
  }

  /**
   * Starts to write the segments of a list, without a handle: {@link Armci#await} and {@link
   * Armci#awaitAll} tell of its local completion.
   *
   * @param source where to read; must stay as it is until then
   * @param sourceOffset the base of the list's local side
   * @param memory the global memory
   * @param rank the target
   * @param offset the base of the list's remote side
   * @param list which bytes
   */
  public void nbPut(
      MemorySegment source,
      long sourceOffset,
      GlobalMemory memory,
      int rank,
      long offset,
      SegmentList list) {
    implicit.add(rank, startPut(source, sourceOffset, memory, rank, offset, list));
  }

  /**
   * Writes the segments of a list and then a signal word of the same rank: a rank that sees the
   * word sees all segments. Returns when the source may be reused.
   *
   * @param source where to read
   * @param sourceOffset the base of the list's local side
   * @param memory the global memory of the data
   * @param rank the target
   * @param offset the base of the list's remote side
   * @param list which bytes
   * @param signalMemory the global memory of the word
   * @param signalOffset where the word is in the target's block, a multiple of 8
   * @param signalValue the word's new value
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
      long signalValue) {
    RemoteBlock signalBlock = signalMemory.block(rank, "putSignal");
    Checks.word("putSignal", signalBlock, signalOffset);
    long ticket = startPut(source, sourceOffset, memory, rank, offset, list);
    signalBlock.signal(signalOffset, signalValue);
    transfers.await(rank, ticket);
  }

  private static long startPut(
      MemorySegment source,
      long sourceOffset,
      GlobalMemory memory,
      int rank,
      long offset,
      SegmentList list) {
    RemoteBlock block = memory.block(rank, "put");
    ListChecks.span("put", block, offset, list);
    ListChecks.span("put", source, sourceOffset, list);
    return block.putList(source, sourceOffset, offset, list);
  }

  /**
   * Reads the segments of a list. Returns when the data is there.
   *
   * @param memory the global memory
   * @param rank the target
   * @param offset the base of the list's remote side
   * @param destination where to write
   * @param destinationOffset the base of the list's local side
   * @param list which bytes
   */
  public void get(
      GlobalMemory memory,
      int rank,
      long offset,
      MemorySegment destination,
      long destinationOffset,
      SegmentList list) {
    transfers.await(rank, startGet(memory, rank, offset, destination, destinationOffset, list));
  }

  /**
   * Starts to read the segments of a list.
   *
   * @param memory the global memory
   * @param rank the target
   * @param offset the base of the list's remote side
   * @param destination where to write
   * @param destinationOffset the base of the list's local side
   * @param list which bytes
   * @param handle learns of the completion
   */
  public void nbGet(
      GlobalMemory memory,
      int rank,
      long offset,
      MemorySegment destination,
      long destinationOffset,
      SegmentList list,
      Handle handle) {
    Objects.requireNonNull(handle, "handle");
    handle.add(rank, startGet(memory, rank, offset, destination, destinationOffset, list));
  }

  /**
   * Starts to read the segments of a list, without a handle: {@link Armci#await} and {@link
   * Armci#awaitAll} tell of its completion.
   *
   * @param memory the global memory
   * @param rank the target
   * @param offset the base of the list's remote side
   * @param destination where to write
   * @param destinationOffset the base of the list's local side
   * @param list which bytes
   */
  public void nbGet(
      GlobalMemory memory,
      int rank,
      long offset,
      MemorySegment destination,
      long destinationOffset,
      SegmentList list) {
    implicit.add(rank, startGet(memory, rank, offset, destination, destinationOffset, list));
  }

  private static long startGet(
      GlobalMemory memory,
      int rank,
      long offset,
      MemorySegment destination,
      long destinationOffset,
      SegmentList list) {
    RemoteBlock block = memory.block(rank, "get");
    ListChecks.span("get", block, offset, list);
    ListChecks.span("get", destination, destinationOffset, list);
    Checks.writable("get", destination);
    return block.getList(offset, destination, destinationOffset, list);
  }

  /**
   * Adds the segments of a list, scaled; as {@link Armci#accumulate}, atomic element by element to
   * every other accumulate of any shape. Returns when the source may be reused.
   *
   * @param accumulation element type and scale
   * @param source where to read
   * @param sourceOffset the base of the list's local side
   * @param memory the global memory
   * @param rank the target
   * @param offset the base of the list's remote side
   * @param list which bytes, in segments of whole elements
   */
  public void accumulate(
      Accumulation accumulation,
      MemorySegment source,
      long sourceOffset,
      GlobalMemory memory,
      int rank,
      long offset,
      SegmentList list) {
    transfers.await(
        rank, startAccumulate(accumulation, source, sourceOffset, memory, rank, offset, list));
  }

  /**
   * Starts to add the segments of a list, scaled.
   *
   * @param accumulation element type and scale
   * @param source where to read; must stay as it is until the handle says so
   * @param sourceOffset the base of the list's local side
   * @param memory the global memory
   * @param rank the target
   * @param offset the base of the list's remote side
   * @param list which bytes, in segments of whole elements
   * @param handle learns of the local completion
   */
  public void nbAccumulate(
      Accumulation accumulation,
      MemorySegment source,
      long sourceOffset,
      GlobalMemory memory,
      int rank,
      long offset,
      SegmentList list,
      Handle handle) {
    Objects.requireNonNull(handle, "handle");
    handle.add(
        rank, startAccumulate(accumulation, source, sourceOffset, memory, rank, offset, list));
  }

  /**
   * Starts to add the segments of a list, scaled, without a handle: {@link Armci#await} and {@link
   * Armci#awaitAll} tell of its local completion.
   *
   * @param accumulation element type and scale
   * @param source where to read; must stay as it is until then
   * @param sourceOffset the base of the list's local side
   * @param memory the global memory
   * @param rank the target
   * @param offset the base of the list's remote side
   * @param list which bytes, in segments of whole elements
   */
  public void nbAccumulate(
      Accumulation accumulation,
      MemorySegment source,
      long sourceOffset,
      GlobalMemory memory,
      int rank,
      long offset,
      SegmentList list) {
    implicit.add(
        rank, startAccumulate(accumulation, source, sourceOffset, memory, rank, offset, list));
  }

  private static long startAccumulate(
      Accumulation accumulation,
      MemorySegment source,
      long sourceOffset,
      GlobalMemory memory,
      int rank,
      long offset,
      SegmentList list) {
    RemoteBlock block = memory.block(rank, "accumulate");
    ListChecks.span("accumulate", block, offset, list);
    ListChecks.span("accumulate", source, sourceOffset, list);
    ListChecks.elements("accumulate", accumulation, list);
    return block.accumulateList(accumulation, source, sourceOffset, offset, list);
  }
}
