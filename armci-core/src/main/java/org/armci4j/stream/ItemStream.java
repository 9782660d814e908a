package org.armci4j.stream;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import org.armci4j.Armci;
import org.armci4j.GlobalMemory;
import org.armci4j.Group;
import org.armci4j.bootstrap.text.Text;
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
 * <p><b>Order.</b> Items from one rank to another are handled in the order of the pushes, each
 * once. Items of different ranks have no order.
 *
 * <p><b>Flow control.</b> Each rank has {@value StreamLayout#SLOTS} slots of a batch for each other
 * rank, so memory is bounded. A push that finds no free slot waits, and handles this rank's own
 * items meanwhile; so ranks that push to each other go on. {@link #mayPush} tells without waiting.
 * A rank handles items only inside calls of a stream's methods. A rank that has nothing to push
 * calls {@link #deliver} at times, or {@link #finish}.
 *
 * <p><b>Phases.</b> {@link #finish} ends a phase on all ranks; then the next one may begin.
 *
 * <p><b>Threads.</b> One thread at a time uses a stream.
 *
 * <p>Source: the conveyors of bale ({@code jdevinney/bale}), with a handler in place of pulls.
 */
public final class ItemStream implements AutoCloseable {
  /** Bytes of a batch, unless the caller chooses others. */
  public static final long USUAL_BATCH_BYTES = 8192;

  private static final long MOST_BATCH_BYTES = 1L << 30;

  private final StreamMemory memory;
  private final int itemBytes;
  private final ItemHandler handler;
  private final OutgoingBatches[] outgoing;
  private final IncomingBatches[] incoming;

  /** Whether this rank's handler runs, or has thrown, so that items are lost. */
  private boolean handling;

  /** Origins that push no more in this phase. */
  private int finished;

  private boolean closed;

  private ItemStream(StreamMemory memory, int itemBytes, long batchBytes, ItemHandler handler) {
    this.memory = memory;
    this.itemBytes = itemBytes;
    this.handler = handler;
    int ranks = memory.group().size();
    this.outgoing = new OutgoingBatches[ranks];
    this.incoming = new IncomingBatches[ranks];
    for (int rank = 0; rank < ranks; rank++) {
      outgoing[rank] = new OutgoingBatches(memory, rank, batchBytes);
      incoming[rank] = new IncomingBatches(memory, rank);
    }
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
    Objects.requireNonNull(armci, "armci").requireOpen("ItemStream.open");
    if (!Objects.requireNonNull(group, "group").isOf(armci)) {
      throw new ArmciException("ItemStream.open: the group is another runtime's");
    }
    if (itemBytes < 1 || batchBytes < 1 || Math.max(itemBytes, batchBytes) > MOST_BATCH_BYTES) {
      throw new ArmciException(
          Text.format(
              "ItemStream.open by rank %d: items of %d bytes in batches of %d; both are from 1 to"
                  + " %d bytes",
              armci.rank(), itemBytes, batchBytes, MOST_BATCH_BYTES));
    }
    long items = Math.max(1, batchBytes / itemBytes);
    StreamLayout layout = StreamLayout.of(group.size(), Math.multiplyExact(items, itemBytes));
    GlobalMemory memory = group.allocate(layout::sizeBytes);
    StreamMemory stream = new StreamMemory(armci, group, memory, layout);
    requireSame(stream, itemBytes);
    return new ItemStream(stream, itemBytes, items * itemBytes, handler);
  }

  /** Throws on every rank, and frees the memory, if a rank describes another stream. */
  private static void requireSame(StreamMemory stream, int itemBytes) {
    Group group = stream.group();
    long mine = stream.layout().slotBytes() << Integer.SIZE | itemBytes;
    for (int rank = 0; rank < group.size(); rank++) {
      stream.signal(rank, StreamLayout.arrived(group.rank()), mine);
    }
    group.barrier();
    int other = -1;
    for (int rank = 0; rank < group.size(); rank++) {
      other = stream.own(StreamLayout.arrived(rank)) == mine ? other : rank;
    }
    boolean refused = other >= 0;
    group.barrier();
    for (int rank = 0; rank < group.size(); rank++) {
      stream.armci().putLong(stream.memory(), stream.armci().rank(), StreamLayout.arrived(rank), 0);
    }
    group.barrier();
    if (refused) {
      group.free(stream.memory());
      throw new ArmciException(
          Text.format(
              "ItemStream.open by rank %d: rank %d opens a stream with other sizes than %d bytes an"
                  + " item and %d a slot",
              stream.armci().rank(),
              group.worldRank(other),
              itemBytes,
              stream.layout().slotBytes()));
    }
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
   * Returns whether a push to a rank would not wait. Handles items that have arrived, if it would.
   *
   * @param target the rank in the group
   * @return whether the next push to that rank returns at once
   * @throws ArmciException when there is no such rank, the stream is closed, or its handler calls
   */
  public boolean mayPush(int target) {
    OutgoingBatches batches = outgoing("mayPush", target);
    if (!batches.mayOpen()) {
      deliver();
    }
    return batches.mayOpen();
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
    batches.memory.set(ValueLayout.JAVA_LONG_UNALIGNED, batches.at, item);
    advance(batches);
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
    batches.memory.set(ValueLayout.JAVA_LONG_UNALIGNED, batches.at, first);
    batches.memory.set(ValueLayout.JAVA_LONG_UNALIGNED, batches.at + Long.BYTES, second);
    advance(batches);
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
    MemorySegment.copy(source, sourceOffset, batches.memory, batches.at, itemBytes);
    advance(batches);
  }

  private OutgoingBatches batchFor(String operation, int target, int bytes) {
    OutgoingBatches batches = outgoing(operation, target);
    if (bytes != itemBytes) {
      throw refusal(operation, Text.format("items have %d bytes, not %d", itemBytes, bytes));
    }
    if (!batches.isOpen()) {
      open(operation, batches);
    }
    return batches;
  }

  private OutgoingBatches outgoing(String operation, int target) {
    if (handling || closed) {
      requireUsable(operation);
    }
    if (target < 0 || target >= outgoing.length) {
      throw refusal(
          operation, Text.format("there is no rank %d among %d", target, outgoing.length));
    }
    return outgoing[target];
  }

  private void advance(OutgoingBatches batches) {
    batches.at += itemBytes;
    if (!batches.isOpen()) {
      batches.send(itemBytes, false);
    }
  }

  /** Begins a batch; handles this rank's items until the target has a free slot. */
  private void open(String operation, OutgoingBatches batches) {
    while (!batches.mayOpen()) {
      if (!deliver()) {
        await(operation, () -> batches.mayOpen() || hasArrived());
      }
    }
    batches.open();
  }

  private void await(String operation, BooleanSupplier news) {
    memory.armci().signals().await(news, () -> operation + " on " + this);
  }

  private boolean hasArrived() {
    for (IncomingBatches batches : incoming) {
      if (batches.hasArrived()) {
        return true;
      }
    }
    return false;
  }

  /**
   * Sends what was pushed, also where a batch is not full. Does not wait.
   *
   * @throws ArmciException when the stream is closed, or its handler calls
   */
  public void flush() {
    requireUsable("flush");
    for (OutgoingBatches batches : outgoing) {
      if (batches.isOpen()) {
        batches.send(itemBytes, false);
      }
    }
  }

  /**
   * Handles the items that have arrived, at most as many batches of each rank as there are slots.
   * Never waits.
   *
   * @return whether there were any
   * @throws ArmciException when the stream is closed, or its handler calls
   */
  public boolean deliver() {
    requireUsable("deliver");
    boolean any = false;
    for (int i = 1; i <= incoming.length; i++) {
      IncomingBatches batches = incoming[(memory.rank() + i) % incoming.length];
      // A fast origin refills its slots meanwhile; this call must end.
      for (int slot = 0; slot < StreamLayout.SLOTS && batches.hasArrived(); slot++) {
        any = true;
        handle(batches);
      }
    }
    return any;
  }

  private void handle(IncomingBatches batches) {
    handling = true;
    if (batches.handle(itemBytes, handler)) {
      finished++;
    }
    handling = false; // not in finally: a handler that has thrown is not called again
  }

  /**
   * Ends the phase: sends what was pushed, and returns when all items of all ranks have been
   * handled. Collective. The ranks may push again afterwards.
   *
   * @throws ArmciException when the stream is closed, or its handler calls
   * @throws RankFailedException when a rank fails meanwhile
   */
  public void finish() {
    requireUsable("finish");
    for (int i = 1; i <= outgoing.length; i++) {
      OutgoingBatches batches = outgoing[(memory.rank() + i) % outgoing.length];
      if (!batches.isOpen()) {
        open("finish", batches);
      }
      batches.send(itemBytes, true);
    }
    while (finished < incoming.length) {
      if (!deliver()) {
        await("finish", this::hasArrived);
      }
    }
    finished = 0;
    memory.group().barrier(); // every rank has then handled all items, not only this one
  }

  private void requireUsable(String operation) {
    if (closed) {
      throw refusal(operation, "the stream has been closed");
    }
    if (handling) {
      throw refusal(operation, "its own handler calls, or has thrown; use another stream");
    }
    memory.armci().requireOpen(operation);
  }

  private ArmciException refusal(String operation, String reason) {
    return new ArmciException(
        Text.format("%s by rank %d on %s: %s", operation, memory.armci().rank(), this, reason));
  }

  /**
   * Frees the stream. Collective; begins with a barrier. Items that have not been handled are lost,
   * so call {@link #finish} before. A second call does nothing, nor does a call after the runtime's
   * own close.
   *
   * @throws RankFailedException when a rank fails meanwhile
   */
  @Override
  public void close() {
    if (!closed && !memory.armci().isClosed()) {
      memory.group().free(memory.memory());
      closed = true;
    }
  }

  @Override
  public String toString() {
    return Text.format("ItemStream[%d ranks, items of %d bytes]", memory.group().size(), itemBytes);
  }
}
