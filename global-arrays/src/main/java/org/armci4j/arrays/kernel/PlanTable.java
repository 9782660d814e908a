package org.armci4j.arrays.kernel;

import java.util.Arrays;
import org.armci4j.strided.Section;
import org.armci4j.strided.TransferPlan;

/**
 * Plans of pieces of patches that were moved before, at any place. Looking one up allocates
 * nothing. The table has a fixed size: a new plan displaces the old one in its place.
 *
 * <p>Any thread may use it without a lock. Entries are immutable, so a racing thread sees a whole
 * entry or an older one, and at worst plans again.
 */
public final class PlanTable {
  private static final int ENTRIES = 256;

  /** Most runs of a plan that is kept; a run is a matrix. */
  private static final long MOST_RUNS = 1 << 12;

  private final Entry[] entries = new Entry[ENTRIES];

  /** Creates an empty table. */
  public PlanTable() {}

  /**
   * @param counts bytes of a row, then the count of each level
   */
  @SuppressWarnings("ArrayRecordComponent") // compared element by element, up to the levels
  private record Entry(
      int levels, long[] counts, long[] localStrides, long[] remoteStrides, TransferPlan plan) {
    boolean is(int otherLevels, long[] otherCounts, long[] otherLocal, long[] otherRemote) {
      if (levels != otherLevels || counts[0] != otherCounts[0]) {
        return false;
      }
      for (int level = 0; level < levels; level++) {
        if (counts[level + 1] != otherCounts[level + 1]
            || localStrides[level] != otherLocal[level]
            || remoteStrides[level] != otherRemote[level]) {
          return false;
        }
      }
      return true;
    }
  }

  /**
   * Returns the plan of a piece, as if both sides began at offset 0. The arrays may be longer than
   * the levels, and the caller may change them afterwards.
   */
  public TransferPlan plan(int levels, long[] counts, long[] localStrides, long[] remoteStrides) {
    int place = place(levels, counts, localStrides, remoteStrides);
    Entry entry = entries[place];
    if (entry != null && entry.is(levels, counts, localStrides, remoteStrides)) {
      return entry.plan;
    }
    TransferPlan plan =
        TransferPlan.of(
            Section.of(0, localStrides, counts, levels),
            Section.of(0, remoteStrides, counts, levels));
    long runs = 1;
    for (int level = 2; level <= levels && runs <= MOST_RUNS; level++) {
      runs *= counts[level];
    }
    if (runs <= MOST_RUNS) {
      entries[place] =
          new Entry(
              levels,
              Arrays.copyOf(counts, levels + 1),
              Arrays.copyOf(localStrides, levels),
              Arrays.copyOf(remoteStrides, levels),
              plan);
    }
    return plan;
  }

  private static int place(int levels, long[] counts, long[] localStrides, long[] remoteStrides) {
    long hash = counts[0];
    for (int level = 0; level < levels; level++) {
      hash = 31 * hash + counts[level + 1];
      hash = 31 * hash + localStrides[level];
      hash = 31 * hash + remoteStrides[level];
    }
    int folded = (int) (hash ^ hash >>> 32);
    return (folded ^ folded >>> 8 ^ folded >>> 16) & (ENTRIES - 1);
  }
}
