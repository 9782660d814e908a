package org.armci4j.arrays.kernel;

import java.util.Arrays;
import org.armci4j.strided.TransferPlan;

/** Sorts single elements by their owners, and plans one transfer for each owner. */
public final class OwnerPlans {
  private final int[] owners;
  private final long[] offsets;
  private int size;

  /** Creates an empty collection of so many elements at most. */
  public OwnerPlans(int most) {
    this.owners = new int[most];
    this.offsets = new long[most];
  }

  /** Adds the next element: its owner and its first byte in the owner's block. */
  public void add(int owner, long offset) {
    owners[size] = owner;
    offsets[size++] = offset;
  }

  /** Gets a plan whose offsets count from the first element and from the block's first byte. */
  @FunctionalInterface
  public interface OwnerTransfer {
    void start(int owner, TransferPlan plan);
  }

  /** Plans the transfers of all elements, in the order of the owners, and removes the elements. */
  public void plan(int ranks, int elementBytes, OwnerTransfer transfer) {
    int[] ends = new int[ranks + 1];
    for (int i = 0; i < size; i++) {
      ends[owners[i] + 1]++;
    }
    for (int owner = 0; owner < ranks; owner++) {
      ends[owner + 1] += ends[owner];
    }
    long[] local = new long[size];
    long[] remote = new long[size];
    int[] next = ends.clone();
    for (int i = 0; i < size; i++) {
      int place = next[owners[i]]++;
      local[place] = (long) i * elementBytes;
      remote[place] = offsets[i];
    }
    size = 0;
    for (int owner = 0; owner < ranks; owner++) {
      int from = ends[owner];
      int to = ends[owner + 1];
      if (from < to) {
        transfer.start(
            owner,
            TransferPlan.ofSegments(
                Arrays.copyOfRange(local, from, to),
                Arrays.copyOfRange(remote, from, to),
                elementBytes));
      }
    }
  }
}
