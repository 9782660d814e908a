package org.armci4j.strided;

import java.lang.foreign.MemorySegment;
import java.util.Objects;
import org.armci4j.Accumulation;
import org.armci4j.Armci;
import org.armci4j.AtomicUpdate;
import org.armci4j.GlobalMemory;
import org.armci4j.Handle;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.error.ArmciException;
import org.armci4j.error.RankFailedException;
import org.armci4j.strided.IndexedCall.ElementMove;
import org.armci4j.transport.InPlace;
import org.armci4j.transport.WordChange;

/**
 * Moves and updates elements at any places of all ranks' blocks: one vector transfer, or one list
 * of updates, for each rank that has some of them. For extensions of the runtime that know where
 * elements lie, as global arrays do; programs use {@link ElementBatch}.
 *
 * <p>A call of {@link #begin} makes room for the places of some elements. The caller writes them to
 * {@link #ranks} and {@link #offsets}, and then moves the elements. A longer list goes in pieces of
 * {@link #PIECE} elements, which bounds the memory. Local memory that is read has an element for
 * each place, one behind the other. Or it has the size of one element, which then serves for all
 * places.
 *
 * <p>Ordering, completion and errors are those of {@link Strided}, for updates those of {@link
 * ElementBatch}. Keeps its own memory from one call to the next, so repeated calls allocate
 * nothing. For one thread at a time.
 */
public final class IndexedTransfers {
  /** Most elements that should be moved together. */
  public static final int PIECE = 1 << 14;

  private final Armci armci;
  private final Handle handle;
  private final RankOrder order;
  private final RankPlans plans = new RankPlans();
  private final IndexedCall call;

  private IndexedTransfers(Armci armci) {
    this.armci = armci;
    this.handle = armci.newHandle();
    this.order = new RankOrder(armci.size());
    this.call = new IndexedCall(armci, order, handle);
  }

  /**
   * Returns transfers of a rank, for one thread at a time.
   *
   * @param armci the rank's runtime
   * @return the transfers, to be kept and used again
   * @throws NullPointerException when there is no runtime
   * @throws ArmciException when it is closed
   */
  public static IndexedTransfers of(Armci armci) {
    Objects.requireNonNull(armci, "armci").requireOpen("IndexedTransfers.of");
    return new IndexedTransfers(armci);
  }

  /**
   * Makes room for the places of elements, and forgets those before.
   *
   * @param count number of elements, at most {@link #PIECE} where the list may be long
   * @throws ArmciException when the number is negative, or the runtime closed
   */
  public void begin(int count) {
    armci.requireOpen("begin");
    if (count < 0) {
      throw new ArmciException(
          Text.format("begin by rank %d: %d is no number of elements", armci.rank(), count));
    }
    order.makeRoom(count);
  }

  /**
   * Returns the place for the rank in the job that has each element.
   *
   * @return an array that may be longer than needed; {@link #begin} may replace it
   */
  public int[] ranks() {
    return order.ranks;
  }

  /**
   * Returns the place for the first byte of each element in its rank's block.
   *
   * @return an array that may be longer than needed; {@link #begin} may replace it
   */
  public long[] offsets() {
    return order.offsets;
  }

  /**
   * Returns how the bits of a word change by an update of the element that it holds.
   *
   * @param update the update
   * @param isFloating whether the elements are {@code double} or {@code float}
   * @return the change; null where floating-point numbers have no such update
   * @throws NullPointerException when there is no update
   */
  public static WordChange change(AtomicUpdate update, boolean isFloating) {
    return switch (Objects.requireNonNull(update, "update")) {
      case ADD -> isFloating ? WordChange.ADD_NUMBER : WordChange.ADD;
      case SWAP -> WordChange.SWAP;
      case AND -> isFloating ? null : WordChange.AND;
      case OR -> isFloating ? null : WordChange.OR;
      case XOR -> isFloating ? null : WordChange.XOR;
      case MIN -> isFloating ? WordChange.MIN_NUMBER : WordChange.MIN;
      case MAX -> isFloating ? WordChange.MAX_NUMBER : WordChange.MAX;
    };
  }

  /**
   * Writes elements to their places. Returns when the source may be reused.
   *
   * @param count number of elements, for which there is room
   * @param elementBytes size of each
   * @param source the memory to read
   * @param sourceOffset the first byte of the first element there
   * @param memory the global memory
   * @throws ArmciException when an element is not inside its rank's block, the source is too short
   *     or cannot be read, an element occurs twice and overlaps are looked for, or the memory is
   *     freed
   * @throws RankFailedException when a rank fails meanwhile
   */
  public void put(
      int count, int elementBytes, MemorySegment source, long sourceOffset, GlobalMemory memory) {
    Objects.requireNonNull(source, "source");
    call.move(ElementMove.PUT, null, elementBytes, source, sourceOffset);
    run(count, memory);
  }

  /**
   * Reads elements into local memory, one behind the other. Returns when they are there.
   *
   * @param count number of elements, for which there is room
   * @param elementBytes size of each
   * @param memory the global memory
   * @param destination the memory to write
   * @param destinationOffset the first byte of the first element there
   * @throws ArmciException when an element is not inside its rank's block, the destination is too
   *     short or cannot be written, or the memory is freed
   * @throws RankFailedException when a rank fails meanwhile
   */
  public void get(
      int count,
      int elementBytes,
      GlobalMemory memory,
      MemorySegment destination,
      long destinationOffset) {
    Objects.requireNonNull(destination, "destination");
    call.move(ElementMove.GET, null, elementBytes, destination, destinationOffset);
    run(count, memory);
  }

  /**
   * Adds elements of local memory to those at their places. Returns when the source may be reused.
   *
   * @param accumulation element type and scale
   * @param count number of elements, for which there is room
   * @param source the memory to read
   * @param sourceOffset the first byte of the first element there
   * @param memory the global memory
   * @throws ArmciException when an element is not inside its rank's block, the source is too short
   *     or cannot be read, or the memory is freed
   * @throws RankFailedException when a rank fails meanwhile
   */
  public void accumulate(
      Accumulation accumulation,
      int count,
      MemorySegment source,
      long sourceOffset,
      GlobalMemory memory) {
    int elementBytes = Objects.requireNonNull(accumulation, "accumulation").elementBytes();
    Objects.requireNonNull(source, "source");
    call.move(ElementMove.ACCUMULATE, accumulation, elementBytes, source, sourceOffset);
    run(count, memory);
  }

  /**
   * Updates elements, each as one step to every other atomic operation on it, those of one place in
   * the order of the list. Returns when the previous values are there.
   *
   * @param change how the elements change
   * @param count number of elements, for which there is room
   * @param elementBytes size of each, 4 or 8
   * @param source the operands
   * @param destination receives the previous values, one behind the other; may be the source
   * @param offset the first byte of the first element in both
   * @param memory the global memory
   * @throws ArmciException when an element is not inside its rank's block, a local memory is too
   *     short, the destination cannot be written, or the global memory is freed
   * @throws RankFailedException when a rank fails meanwhile
   */
  public void update(
      WordChange change,
      int count,
      int elementBytes,
      MemorySegment source,
      MemorySegment destination,
      long offset,
      GlobalMemory memory) {
    Objects.requireNonNull(change, "change");
    Objects.requireNonNull(destination, "destination");
    call.requireWords("update", "source", source, offset, count, elementBytes);
    call.update(change, elementBytes, source, null, destination, offset);
    run(count, memory);
  }

  /**
   * Replaces elements that hold an expected value, each as one step to every other atomic operation
   * on it, those of one place in the order of the list. Returns when the previous values are there.
   *
   * @param count number of elements, for which there is room
   * @param elementBytes size of each, 4 or 8
   * @param expected the value that each element must hold
   * @param source the new values in that case
   * @param destination receives the previous values, one behind the other; may be one of the others
   * @param offset the first byte of the first element in all three
   * @param memory the global memory
   * @throws ArmciException when an element is not inside its rank's block, a local memory is too
   *     short, the destination cannot be written, or the global memory is freed
   * @throws RankFailedException when a rank fails meanwhile
   */
  public void compareAndSwap(
      int count,
      int elementBytes,
      MemorySegment expected,
      MemorySegment source,
      MemorySegment destination,
      long offset,
      GlobalMemory memory) {
    Objects.requireNonNull(destination, "destination");
    Objects.requireNonNull(memory, "memory").requireOf(armci, "compareAndSwap", "memory");
    InPlace.requireUsable("compareAndSwap", "destination", destination);
    call.requireWords("compareAndSwap", "expected", expected, offset, count, elementBytes);
    call.requireWords("compareAndSwap", "source", source, offset, count, elementBytes);
    call.update(WordChange.COMPARE_AND_SWAP, elementBytes, expected, source, destination, offset);
    run(count, memory);
  }

  /** Waits for the operations of all ranks together. */
  private void run(int count, GlobalMemory memory) {
    try {
      Objects.requireNonNull(memory, "memory");
      if (count < 0 || count > order.ranks.length) {
        throw new ArmciException(
            Text.format(
                "transfer of elements by rank %d: there is room for %d, not for %d",
                armci.rank(), order.ranks.length, count));
      }
      order.sort(count, call.step());
      startAll(memory);
      handle.await();
      plans.trim();
    } finally {
      call.end();
    }
  }

  private void startAll(GlobalMemory memory) {
    plans.begin();
    try {
      for (int rank = 0; rank < armci.size(); rank++) {
        int elements = order.to(rank) - order.from(rank);
        if (elements > 0) {
          call.start(memory, rank, plans.next(memory, rank, elements));
        }
      }
    } catch (RuntimeException e) {
      endAfter(e);
      throw e;
    }
  }

  /** Waits for the operations under way, as the caller may use its memory after the exception. */
  private void endAfter(RuntimeException cause) {
    try {
      handle.await();
    } catch (RuntimeException e) {
      cause.addSuppressed(e);
    }
  }
}
