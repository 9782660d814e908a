package org.armci4j.examples.common;

import java.util.Arrays;
import org.armci4j.Armci;
import org.armci4j.GlobalMemory;
import org.armci4j.LongBlock;
import org.armci4j.collectives.Collectives;
import org.armci4j.collectives.Elements;
import org.armci4j.collectives.Reduction;

/**
 * A mailbox of each rank, where each rank has words of its own. So a rank puts single words into
 * another rank's mailbox without atomic updates. At the end of a phase all ranks look into their
 * mailboxes.
 */
public final class WordMailboxes implements AutoCloseable {
  private static final long ITEM_WORDS = 2;

  private final Armci armci;
  private final PlaceHandler handler;
  private final GlobalMemory memory;

  /**
   * Begins with two words for each rank: where its items begin and end in this phase. The items
   * follow.
   */
  private final LongBlock[] boxes;

  /** Where this rank's items begin in each box. */
  private final long[] begins;

  /** Where this rank's next item goes. */
  private final long[] ends;

  /** Where the next rank's items begin. */
  private final long[] limits;

  /**
   * Allocates the mailboxes. Collective.
   *
   * @param armci the rank's runtime
   * @param most the most items that this rank puts to each other rank in a phase
   * @param handler gets what the ranks put to this one
   */
  public WordMailboxes(Armci armci, long[] most, PlaceHandler handler) {
    this.armci = armci;
    this.handler = handler;
    Collectives collectives = Collectives.of(armci);
    long[] items = most.clone();
    items[armci.rank()] = 0; // they go to the handler at once
    begins = new long[armci.size()];
    collectives.exscan(Elements.of(items), Elements.of(begins), Reduction.SUM);
    long[] all = items.clone();
    collectives.allreduce(all, Reduction.SUM);
    memory = armci.allocate(Long.BYTES * ITEM_WORDS * (armci.size() + all[armci.rank()]));
    boxes = new LongBlock[armci.size()];
    Arrays.setAll(boxes, memory::longs);
    Arrays.setAll(begins, rank -> ITEM_WORDS * (armci.size() + begins[rank]));
    ends = begins.clone();
    limits = new long[armci.size()];
    Arrays.setAll(limits, rank -> begins[rank] + ITEM_WORDS * items[rank]);
  }

  /**
   * Puts an item into a rank's mailbox. This rank's own items go to its handler at once.
   *
   * @param rank the rank
   * @param place for the rank's handler
   * @param value for the rank's handler
   * @throws IllegalStateException when there is no room for so many items in a phase
   */
  public void put(int rank, int place, long value) {
    if (rank == armci.rank()) {
      handler.take(place, value);
      return;
    }
    LongBlock box = boxes[rank];
    long end = ends[rank];
    if (end == limits[rank]) {
      throw new IllegalStateException("more items for rank " + rank + " than it has room for");
    }
    box.put(end, place);
    box.put(end + 1, value);
    ends[rank] = end + ITEM_WORDS;
  }

  /**
   * Ends a phase: gives the items of all ranks to this rank's handler. Collective. Ranks meet once
   * more before they put items of the next phase.
   */
  public void finish() {
    for (int rank = 0; rank < boxes.length; rank++) {
      boxes[rank].put(ITEM_WORDS * armci.rank(), begins[rank]);
      boxes[rank].put(ITEM_WORDS * armci.rank() + 1, ends[rank]);
      ends[rank] = begins[rank];
    }
    armci.barrier(); // the items of all ranks are in the boxes
    LongBlock own = boxes[armci.rank()];
    for (int rank = 0; rank < boxes.length; rank++) {
      long end = own.get(ITEM_WORDS * rank + 1);
      for (long item = own.get(ITEM_WORDS * rank); item < end; item += ITEM_WORDS) {
        handler.take((int) own.get(item), own.get(item + 1));
      }
    }
  }

  /** Frees the mailboxes. Collective. */
  @Override
  public void close() {
    armci.free(memory);
  }
}
