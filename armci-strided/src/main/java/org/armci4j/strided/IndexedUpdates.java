package org.armci4j.strided;

import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.armci4j.Armci;
import org.armci4j.GlobalMemory;
import org.armci4j.Handle;
import org.armci4j.transport.UpdateList;
import org.armci4j.transport.WordChange;

/**
 * Updates words at any places of all ranks' blocks: one {@link UpdateList} for each rank that has
 * some of them. Keeps its memory from one call to the next. For one thread at a time.
 */
final class IndexedUpdates {
  /** Most updates of all lists that are kept; each has some 28 bytes. */
  private static final int MOST_KEPT = 4 * IndexedTransfers.PIECE;

  private final Armci armci;
  private final Handle handle;
  private final RankOrder order;

  /** The number of each update in the caller's list, sorted by ranks. */
  private int[] numbers = {};

  /** For ranks whose updates are complete when their call returns. */
  private final UpdateList direct = new UpdateList();

  /** For all other ranks: their lists must not change before all updates are complete. */
  private final List<UpdateList> kept = new ArrayList<>();

  private int underWay;
  private WordChange change;
  private int wordBytes;
  private MemorySegment operands;
  private MemorySegment values;
  private MemorySegment results;

  IndexedUpdates(Armci armci) {
    this.armci = armci;
    this.handle = armci.newHandle();
    this.order = new RankOrder(armci.size());
  }

  /**
   * Begins a list.
   *
   * @param kind how the words change
   * @param bytes length of a word
   * @param from the operand of each update
   * @param newValues the new value of each compare-and-swap; else null
   * @param to receives the previous value of each word; may be the operands
   */
  void begin(
      WordChange kind, int bytes, MemorySegment from, MemorySegment newValues, MemorySegment to) {
    change = kind;
    wordBytes = bytes;
    operands = from;
    values = newValues;
    results = to;
  }

  /**
   * Makes a piece of the updates, and waits for the previous values.
   *
   * @param memory the global memory
   * @param ranks the rank that has each word
   * @param indices the number of each word in its rank's block
   * @param first the first update of the piece
   * @param end the update after the last one
   */
  void update(GlobalMemory memory, int[] ranks, long[] indices, int first, int end) {
    sort(ranks, first, end);
    underWay = 0;
    try {
      for (int rank = 0; rank < armci.size(); rank++) {
        if (order.from(rank) < order.to(rank)) {
          start(memory, rank, indices);
        }
      }
    } catch (RuntimeException e) {
      IndexedTransfers.endAfter(e, handle);
      throw e;
    }
    handle.await();
    trim();
  }

  private void sort(int[] ranks, int first, int end) {
    if (end - first > numbers.length) {
      numbers = new int[end - first];
    }
    order.count(ranks, first, end);
    for (int i = first; i < end; i++) {
      numbers[order.place(ranks[i])] = i;
    }
  }

  private void start(GlobalMemory memory, int rank, long[] indices) {
    int from = order.from(rank);
    int to = order.to(rank);
    UpdateList list = memory.view(rank) == null ? next() : direct;
    list.begin(change, wordBytes, to - from);
    for (int k = from; k < to; k++) {
      int i = numbers[k];
      long offset = indices[i] * wordBytes;
      if (values == null) {
        list.add(offset, word(operands, i), i);
      } else {
        list.add(offset, word(operands, i), word(values, i), i);
      }
    }
    armci.lists().update(memory, rank, 0, list, results, 0, handle);
  }

  private long word(MemorySegment words, int number) {
    return wordBytes == Long.BYTES
        ? words.get(JAVA_LONG_UNALIGNED, (long) number * Long.BYTES)
        : words.get(JAVA_INT_UNALIGNED, (long) number * Integer.BYTES);
  }

  private UpdateList next() {
    if (underWay == kept.size()) {
      kept.add(new UpdateList());
    }
    return kept.get(underWay++);
  }

  /** Gives the lists' memory back if it is much. All updates are complete. */
  private void trim() {
    int room = 0;
    for (int i = 0; i < kept.size(); i++) {
      room += kept.get(i).room();
    }
    if (room > MOST_KEPT) {
      kept.clear();
    }
  }
}
