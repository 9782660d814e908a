package org.armci4j.strided;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.armci4j.Accumulation;
import org.armci4j.Armci;
import org.armci4j.GlobalMemory;
import org.armci4j.Handle;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.error.ArmciException;
import org.armci4j.error.RankFailedException;

/**
 * Moves elements at any places of all ranks' blocks: one vector transfer for each rank that has
 * some of them. For extensions of the runtime that know where elements lie, as global arrays do;
 * programs use {@link ElementBatch}.
 *
 * <p>A call of {@link #begin} makes room for the places of some elements. The caller writes them to
 * {@link #ranks} and {@link #offsets}, and then moves the elements. A longer list goes in pieces of
 * {@link #PIECE} elements, which bounds the memory.
 *
 * <p>Ordering, completion and errors are those of {@link Strided}. Keeps its memory from one call
 * to the next, so repeated calls allocate nothing. For one thread at a time.
 */
public final class IndexedTransfers {
  /** Most elements that should be moved together. */
  public static final int PIECE = 1 << 14;

  /** Most elements of all plans that are kept; a plan has some 50 bytes an element. */
  private static final int MOST_KEPT = 4 * PIECE;

  private final Armci armci;
  private final Strided strided;
  private final Handle handle;
  private int[] ranks = {};
  private long[] offsets = {};

  /** The first byte of each element in the local memory, sorted by ranks. */
  private long[] local = {};

  /** The first byte of each element in its rank's block, sorted by ranks. */
  private long[] remote = {};

  private final RankOrder order;

  /** Plans transfers that are complete when their call returns. */
  private final PlanBuffer direct = new PlanBuffer();

  /** Plan the others, each another one of those under way. */
  private final List<KeptPlan> kept = new ArrayList<>();

  private int underWay;

  /** The plan of a transfer that may be under way after its call. */
  private static final class KeptPlan {
    final PlanBuffer buffer = new PlanBuffer();
    int most;
  }

  /** What a call does with the elements. */
  private enum ElementMove {
    PUT,
    GET,
    ACCUMULATE
  }

  private IndexedTransfers(Armci armci) {
    this.armci = armci;
    this.strided = Strided.of(armci);
    this.handle = armci.newHandle();
    this.order = new RankOrder(armci.size());
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
    if (count > ranks.length) {
      ranks = new int[count];
      offsets = new long[count];
      local = new long[count];
      remote = new long[count];
    }
  }

  /**
   * Returns the place for the rank in the job that has each element.
   *
   * @return an array that may be longer than needed; {@link #begin} may replace it
   */
  public int[] ranks() {
    return ranks;
  }

  /**
   * Returns the place for the first byte of each element in its rank's block.
   *
   * @return an array that may be longer than needed; {@link #begin} may replace it
   */
  public long[] offsets() {
    return offsets;
  }

  /**
   * Writes elements that lie one behind the other in local memory to their places. Returns when the
   * source may be reused.
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
    move(ElementMove.PUT, null, count, elementBytes, source, sourceOffset, memory);
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
    move(ElementMove.GET, null, count, elementBytes, destination, destinationOffset, memory);
  }

  /**
   * Adds elements that lie one behind the other in local memory to those at their places. Returns
   * when the source may be reused.
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
    Objects.requireNonNull(source, "source");
    int elementBytes = Objects.requireNonNull(accumulation, "accumulation").elementBytes();
    move(ElementMove.ACCUMULATE, accumulation, count, elementBytes, source, sourceOffset, memory);
  }

  /** Waits for the transfers of all ranks together. */
  private void move(
      ElementMove move,
      Accumulation sum,
      int count,
      int elementBytes,
      MemorySegment buffer,
      long at,
      GlobalMemory memory) {
    Objects.requireNonNull(memory, "memory");
    sort(count, elementBytes);
    underWay = 0;
    try {
      for (int rank = 0; rank < armci.size(); rank++) {
        if (order.from(rank) < order.to(rank)) {
          start(move, sum, rank, elementBytes, buffer, at, memory);
        }
      }
    } catch (RuntimeException e) {
      endAfter(e, handle);
      throw e;
    }
    handle.await();
    trim();
  }

  /** Waits for what is under way: the caller may use the local memory after the exception. */
  static void endAfter(RuntimeException cause, Handle handle) {
    try {
      handle.await();
    } catch (RuntimeException e) {
      cause.addSuppressed(e);
    }
  }

  /** Sorts the elements by their ranks, in the order of the list for each rank. */
  private void sort(int count, int elementBytes) {
    if (count < 0 || count > ranks.length) {
      throw new ArmciException(
          Text.format(
              "transfer of elements by rank %d: there is room for %d, not for %d",
              armci.rank(), ranks.length, count));
    }
    order.count(ranks, 0, count);
    for (int i = 0; i < count; i++) {
      int place = order.place(ranks[i]);
      local[place] = (long) i * elementBytes;
      remote[place] = offsets[i];
    }
  }

  private void start(
      ElementMove move,
      Accumulation sum,
      int rank,
      int elementBytes,
      MemorySegment buffer,
      long at,
      GlobalMemory memory) {
    int from = order.from(rank);
    int to = order.to(rank);
    PlanBuffer plans = memory.view(rank) == null ? next(to - from) : direct;
    TransferPlan plan = plans.plan(local, remote, from, to, elementBytes);
    switch (move) {
      case PUT -> strided.nbPut(buffer, at, memory, rank, 0, plan, handle);
      case GET -> strided.nbGet(memory, rank, 0, buffer, at, plan, handle);
      case ACCUMULATE -> strided.nbAccumulate(sum, buffer, at, memory, rank, 0, plan, handle);
    }
  }

  private PlanBuffer next(int elements) {
    if (underWay == kept.size()) {
      kept.add(new KeptPlan());
    }
    KeptPlan plan = kept.get(underWay++);
    plan.most = Math.max(plan.most, elements);
    return plan.buffer;
  }

  /** Gives the plans' memory back if it is much. All transfers are complete. */
  private void trim() {
    int elements = 0;
    for (int i = 0; i < kept.size(); i++) {
      elements += kept.get(i).most;
    }
    if (elements > MOST_KEPT) {
      kept.clear();
    }
  }
}
