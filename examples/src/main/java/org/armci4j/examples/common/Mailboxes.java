package org.armci4j.examples.common;

import java.util.Arrays;
import org.armci4j.Armci;
import org.armci4j.GlobalMemory;
import org.armci4j.LongBlock;
import org.armci4j.collectives.Collectives;
import org.armci4j.collectives.Elements;
import org.armci4j.collectives.Reduction;

/**
 * A mailbox of each rank, where each rank has places of its own. So a rank puts single words at the
 * places of another rank without atomic updates, and all ranks look into their mailboxes at the end
 * of a phase.
 */
public final class Mailboxes implements AutoCloseable {
  /** A place at the rank, and a value for it. */
  private static final int ITEM_WORDS = 2;

  private final Armci armci;
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

  /**
   * Allocates the mailboxes. Collective.
   *
   * @param armci the rank's runtime
   * @param most the most items that this rank puts to each rank in a phase
   */
  public Mailboxes(Armci armci, long[] most) {
    this.armci = armci;
    Collectives collectives = Collectives.of(armci);
    begins = new long[armci.size()];
    collectives.exscan(Elements.of(most), Elements.of(begins), Reduction.SUM);
    long[] all = most.clone();
    collectives.allreduce(all, Reduction.SUM);
    memory = armci.allocate(Long.BYTES * ITEM_WORDS * (armci.size() + all[armci.rank()]));
    boxes = new LongBlock[armci.size()];
    Arrays.setAll(boxes, memory::longs);
    Arrays.setAll(begins, rank -> ITEM_WORDS * (armci.size() + begins[rank]));
    ends = begins.clone();
  }

  /**
   * Puts an item into a rank's mailbox.
   *
   * @param rank the rank
   * @param place for its handler
   * @param value for its handler
   */
  public void put(int rank, int place, long value) {
    LongBlock box = boxes[rank];
    long end = ends[rank];
    box.put(end, place);
    box.put(end + 1, value);
    ends[rank] = end + ITEM_WORDS;
  }

  /**
   * Ends a phase: gives this rank's items to a handler. Collective. Ranks must meet once more
   * before they put items of the next phase.
   *
   * @param handler gets what the ranks have put
   */
  public void deliver(PlaceHandler handler) {
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
