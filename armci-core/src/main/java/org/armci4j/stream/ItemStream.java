package org.armci4j.stream;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Objects;
import org.armci4j.Armci;
import org.armci4j.Group;
import org.armci4j.error.ArmciException;
import org.armci4j.error.RankFailedException;

/**
 * Carries small items from every rank of a group to any other. Items for one rank travel together
 * in batches, and a handler at that rank gets them. So many items share the time of one message.
 *
 * <pre>{@code
 * long[] counts = new long[1024];
 * ItemHandler count = (_, items) -> {
 *   for (long at = 0; at < items.byteSize(); at += Long.BYTES) {
 *     counts[(int) items.get(ValueLayout.JAVA_LONG_UNALIGNED, at)]++;
 *   }
 * };
 * try (ItemStream stream = ItemStream.open(armci, Long.BYTES, count)) {
 *   for (long key : keys) {
 *     stream.pushLong((int) (key / 1024), key % 1024);
 *   }
 *   stream.finish(); // all items of all ranks have been handled
 * }
 * }</pre>
 *
 * <p>Order, flow control, what a handler may do, phases and threads are told in {@link
 * BatchStream}.
 */
public final class ItemStream extends BatchStream {
  private final int itemBytes;
  private final ItemHandler handler;

  private ItemStream(StreamMemory memory, ItemHandler handler) {
    super(memory);
    this.itemBytes = memory.shape().itemBytes();
    this.handler = handler;
  }

  /**
   * Opens a stream among all ranks, with batches of {@link #USUAL_BATCH_BYTES}. Collective.
   *
   * @param armci the rank's runtime
   * @param itemBytes bytes of an item, the same on all ranks
   * @param handler gets the items that are pushed to this rank
   * @return this rank's end
   * @throws ArmciException on every rank, when the size is not 1 byte to 1 GiB or differs among
   *     ranks, or a rank has too little memory
   */
  public static ItemStream open(Armci armci, int itemBytes, ItemHandler handler) {
    Group world = Objects.requireNonNull(armci, "armci").world();
    return open(armci, world, itemBytes, USUAL_BATCH_BYTES, handler);
  }

  /**
   * Opens a stream among the ranks of a group. Collective over the group.
   *
   * @param armci the rank's runtime
   * @param group this rank and others; the stream counts ranks as the group does
   * @param itemBytes bytes of an item, the same on all ranks
   * @param batchBytes most bytes of items that travel together, the same on all ranks; a batch has
   *     at least one item
   * @param handler gets the items that are pushed to this rank
   * @return this rank's end
   * @throws ArmciException on every rank, when a size is not 1 byte to 1 GiB or differs among
   *     ranks, the group is another runtime's, or a rank has too little memory
   */
  public static ItemStream open(
      Armci armci, Group group, int itemBytes, long batchBytes, ItemHandler handler) {
    Objects.requireNonNull(handler, "handler");
    StreamMemory.requireGroup("ItemStream.open", armci, group);
    return new ItemStream(
        StreamMemory.allocate(
            "ItemStream.open",
            armci,
            group,
            StreamPeers.of(armci, group),
            () -> StreamShape.items("ItemStream.open", armci.rank(), itemBytes, batchBytes)),
        handler);
  }

  @Override
  void handle(int origin, IncomingBatches batches) {
    if (batches.sizeBytes() > 0) {
      handler.handle(origin, batches.items());
    }
    batches.free();
  }

  /**
   * Returns the size of an item.
   *
   * @return in bytes
   */
  public int itemBytes() {
    return itemBytes;
  }

  /**
   * Pushes an item of 8 bytes.
   *
   * @param target the rank in the group
   * @param item in the CPU's own byte order
   * @throws ArmciException when items have another size, there is no such rank, the stream is
   *     closed, or its handler calls
   * @throws RankFailedException when a rank fails while this one waits for a free slot
   */
  public void pushLong(int target, long item) {
    OutgoingBatches batches = batchFor("pushLong", target, Long.BYTES);
    batches.memory().set(ValueLayout.JAVA_LONG_UNALIGNED, batches.at, item);
    batches.advance(itemBytes, target);
  }

  /**
   * Pushes an item of two words.
   *
   * @param target the rank in the group
   * @param first bytes 0 to 7, in the CPU's own byte order
   * @param second bytes 8 to 15
   * @throws ArmciException when items have another size, there is no such rank, the stream is
   *     closed, or its handler calls
   * @throws RankFailedException when a rank fails while this one waits for a free slot
   */
  public void pushLongs(int target, long first, long second) {
    OutgoingBatches batches = batchFor("pushLongs", target, 2 * Long.BYTES);
    batches.memory().set(ValueLayout.JAVA_LONG_UNALIGNED, batches.at, first);
    batches.memory().set(ValueLayout.JAVA_LONG_UNALIGNED, batches.at + Long.BYTES, second);
    batches.advance(itemBytes, target);
  }

  /**
   * Pushes an item of any size. The source may be changed afterwards.
   *
   * @param target the rank in the group
   * @param source has the item
   * @param sourceOffset its first byte
   * @throws ArmciException when there is no such rank, the stream is closed, or its handler calls
   * @throws IndexOutOfBoundsException when the item is not inside the source
   * @throws RankFailedException when a rank fails while this one waits for a free slot
   */
  public void push(int target, MemorySegment source, long sourceOffset) {
    Objects.checkFromIndexSize(sourceOffset, itemBytes, source.byteSize());
    OutgoingBatches batches = batchFor("push", target, itemBytes);
    MemorySegment.copy(source, sourceOffset, batches.memory(), batches.at, itemBytes);
    batches.advance(itemBytes, target);
  }
}
