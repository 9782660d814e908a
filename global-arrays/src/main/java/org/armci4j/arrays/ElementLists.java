package org.armci4j.arrays;

import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicReference;
import org.armci4j.Accumulation;
import org.armci4j.Armci;
import org.armci4j.GlobalMemory;
import org.armci4j.arrays.PatchChecks.PatchOperation;
import org.armci4j.strided.IndexedTransfers;
import org.armci4j.transport.WordChange;

/**
 * Moves and updates the elements of lists that fit one array, a piece of a list after the other.
 * Local memory that is read has an element for each of the list, or one for all.
 */
final class ElementLists {
  private final Armci armci;
  private final GlobalMemory memory;

  /** The rank in the job of each member of the group. */
  private final int[] ranks;

  private final BlockLayout layout;
  private final int dimensions;
  private final int bytes;

  /** Transfers that no thread uses, of all arrays of the group. */
  private final AtomicReference<IndexedTransfers> idle;

  ElementLists(GlobalArrays home, GlobalMemory memory, int dimensions, BlockLayout layout) {
    this.armci = home.armci();
    this.memory = memory;
    this.ranks = home.ranks();
    this.layout = layout;
    this.dimensions = dimensions;
    this.bytes = layout.elementBytes();
    this.idle = home.idleLists();
  }

  void move(PatchOperation operation, Accumulation sum, long[] indices, MemorySegment local) {
    IndexedTransfers transfers = take();
    for (int first = 0, count; (count = begin(transfers, indices, first)) > 0; first += count) {
      long at = (long) first * bytes;
      switch (operation) {
        case PUT -> transfers.put(count, bytes, local, at, memory);
        case GET -> transfers.get(count, bytes, memory, local, at);
        case ACCUMULATE -> transfers.accumulate(sum, count, local, at, memory);
      }
    }
    idle.setRelease(transfers);
  }

  void update(WordChange change, long[] indices, MemorySegment operands, MemorySegment results) {
    IndexedTransfers transfers = take();
    for (int first = 0, count; (count = begin(transfers, indices, first)) > 0; first += count) {
      transfers.update(change, count, bytes, operands, results, (long) first * bytes, memory);
    }
    idle.setRelease(transfers);
  }

  void compareAndSwap(
      long[] indices, MemorySegment expected, MemorySegment values, MemorySegment results) {
    IndexedTransfers transfers = take();
    for (int first = 0, count; (count = begin(transfers, indices, first)) > 0; first += count) {
      long at = (long) first * bytes;
      transfers.compareAndSwap(count, bytes, expected, values, results, at, memory);
    }
    idle.setRelease(transfers);
  }

  private IndexedTransfers take() {
    IndexedTransfers transfers = idle.getAndSet(null);
    return transfers == null ? IndexedTransfers.of(armci) : transfers;
  }

  /** Names the next elements of a list to the transfers; returns their number. */
  private int begin(IndexedTransfers transfers, long[] indices, int first) {
    int count = Math.min(indices.length / dimensions - first, IndexedTransfers.PIECE);
    transfers.begin(count);
    int[] owners = transfers.ranks();
    layout.locate(indices, first, count, owners, transfers.offsets());
    for (int i = 0; i < count; i++) {
      owners[i] = ranks[owners[i]]; // from the group's to the job's
    }
    return count;
  }
}
