package org.armci4j;

import java.lang.foreign.MemorySegment;
import java.util.Objects;
import org.armci4j.error.ArmciException;
import org.armci4j.transport.InPlace;
import org.armci4j.transport.RemoteBlock;
import org.armci4j.transport.SegmentList;
import org.armci4j.transport.UpdateList;

/**
 * Puts, gets and accumulates many segments at once, given by a flat {@link SegmentList}, and
 * updates many words, given by an {@link UpdateList}. For extensions of the runtime that make such
 * lists. Programs use these extensions, such as the module {@code org.armci4j.strided}.
 *
 * <p>Each operation has a single form; its {@link Handle} decides between blocking and nonblocking.
 * With {@link #blocking} the call returns when the operation is locally complete.
 *
 * <p>Ordering, completion and errors are those of {@link Armci}. The segments of one list are not
 * ordered among each other. Before data moves, the range that the list spans is checked on both
 * sides, without a loop over the segments. The list of a nonblocking operation must not change
 * until the operation is locally complete.
 *
 * <p>Obtained from {@link Armci#lists}. Any thread may call. Nothing is allocated.
 */
public final class ListTransfers {
  private final Tickets tickets;
  private final Handle blocking;

  ListTransfers(Tickets tickets) {
    this.tickets = tickets;
    this.blocking = new BlockingHandle(tickets);
  }

  /**
   * Returns the handle for blocking calls, which waits for each operation at once.
   *
   * @return the same object at every call; any thread may use it
   */
  public Handle blocking() {
    return blocking;
  }

  /**
   * Writes the segments of a list.
   *
   * @param source the memory to read; must not change until the handle is complete
   * @param sourceOffset the base of the list's local side
   * @param memory the global memory
   * @param rank the target
   * @param offset the base of the list's remote side
   * @param list the segments
   * @param handle tracks the local completion
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
    tickets.requireOwn("put", handle);
    RemoteBlock block = Checks.block(tickets, "put", memory, rank);
    checkPut("put", source, sourceOffset, block, offset, list);
    handle.add(rank, block.putList(source, sourceOffset, offset, list));
  }

  /**
   * Writes the segments of a list and then a signal word of the same rank. A rank that sees the
   * word also sees all segments.
   *
   * @param source the memory to read; must not change until the handle is complete
   * @param sourceOffset the base of the list's local side
   * @param memory the global memory of the data
   * @param rank the target
   * @param offset the base of the list's remote side
   * @param list the segments
   * @param signalMemory the global memory of the word
   * @param signalOffset offset of the word in the target's block, a multiple of 8
   * @param signalValue the word's new value
   * @param handle tracks the local completion
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
    tickets.requireOwn("putSignal", handle);
    RemoteBlock signalBlock =
        Checks.signalBlock(tickets, "putSignal", signalMemory, rank, signalOffset);
    RemoteBlock block = Checks.block(tickets, "putSignal", memory, rank);
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
   * @param destination the memory to write
   * @param destinationOffset the base of the list's local side
   * @param list the segments
   * @param handle tracks the completion
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
    tickets.requireOwn("get", handle);
    RemoteBlock block = Checks.block(tickets, "get", memory, rank);
    Objects.requireNonNull(list, "list");
    ListChecks.span("get", block, offset, list);
    ListChecks.span("get", "destination", destination, destinationOffset, list);
    Checks.writable("get", "destination", destination);
    handle.add(rank, block.getList(offset, destination, destinationOffset, list), destination);
  }

  /**
   * Adds the segments of a list, scaled. Like {@link Armci#accumulate}, it updates each element
   * atomically with respect to every other accumulate of any shape.
   *
   * @param accumulation element type and scale
   * @param source the memory to read; must not change until the handle is complete
   * @param sourceOffset the base of the list's local side
   * @param memory the global memory
   * @param rank the target
   * @param offset the base of the list's remote side
   * @param list the segments, each of whole elements
   * @param handle tracks the local completion
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
    tickets.requireOwn("accumulate", handle);
    RemoteBlock block = Checks.block(tickets, "accumulate", memory, rank);
    checkPut("accumulate", source, sourceOffset, block, offset, list);
    ListChecks.elements("accumulate", accumulation, list);
    handle.add(rank, block.accumulateList(accumulation, source, sourceOffset, offset, list));
  }

  /**
   * Updates the words of a list atomically, in its order, like {@link LongAtomics} and the other
   * atomics. A network carries many updates in one message.
   *
   * @param memory the global memory
   * @param rank the target
   * @param offset the base of the list's offsets in the target's block
   * @param list the updates; must not change until the handle is complete
   * @param destination receives the words' previous values; native or heap memory
   * @param destinationOffset the base of the list's results there
   * @param handle tracks the completion
   * @throws ArmciException when a word is not an aligned one inside the block, the destination is
   *     too short or cannot be written, or the memory is freed
   */
  public void update(
      GlobalMemory memory,
      int rank,
      long offset,
      UpdateList list,
      MemorySegment destination,
      long destinationOffset,
      Handle handle) {
    tickets.requireOwn("update", handle);
    RemoteBlock block = Checks.block(tickets, "update", memory, rank);
    ListChecks.words("update", block, offset, Objects.requireNonNull(list, "list"));
    Checks.localWritable(
        "update", "destination", destination, destinationOffset, list.resultBytes());
    InPlace.requireUsable("update", "destination", destination);
    long ticket = block.updateList(offset, list, destination, destinationOffset);
    handle.add(rank, ticket, destination);
  }
}
