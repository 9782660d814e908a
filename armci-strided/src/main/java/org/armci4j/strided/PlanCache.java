package org.armci4j.strided;

import java.util.Objects;
import org.armci4j.error.ArmciException;

/**
 * Remembers plans of pairs of sections used before, independent of their offsets. Looking one up
 * allocates nothing. The table has a fixed size: a new plan displaces the old one in its place.
 *
 * <p>Any thread may use it without a lock. Entries and plans are immutable, so a racing thread sees
 * a whole entry or an older one, and at worst plans again.
 */
public final class PlanCache {
  private static final int ENTRIES = 128;

  /**
   * Largest plan that is kept; a program that repeats larger ones can keep a {@link TransferPlan}.
   */
  private static final int MOST_RUNS = 1 << 14;

  private final Entry[] entries = new Entry[ENTRIES];

  /** Creates an empty cache. */
  public PlanCache() {}

  private record Entry(Section local, Section remote, TransferPlan plan) {}

  /** Returns the plan of two sections, as if both began at offset 0. */
  TransferPlan plan(Section local, Section remote) {
    Objects.requireNonNull(local, "local");
    Objects.requireNonNull(remote, "remote");
    int place = place(local.shapeHash(), remote.shapeHash());
    Entry entry = entries[place];
    if (entry != null && entry.local.sameShape(local) && entry.remote.sameShape(remote)) {
      return entry.plan;
    }
    return add(place, local, remote);
  }

  /** Returns the plan for the rows of a matrix, without making sections for a look-up. */
  TransferPlan plan(long rowBytes, long rows, long localStride, long remoteStride) {
    int place =
        place(
            Section.matrixHash(rowBytes, rows, localStride),
            Section.matrixHash(rowBytes, rows, remoteStride));
    Entry entry = entries[place];
    if (entry != null
        && entry.local.isMatrix(rowBytes, rows, localStride)
        && entry.remote.isMatrix(rowBytes, rows, remoteStride)) {
      return entry.plan;
    }
    return add(
        place,
        Section.matrix(rowBytes, rows, localStride),
        Section.matrix(rowBytes, rows, remoteStride));
  }

  /**
   * Returns the plan of a strided transfer, as if both sections began at offset 0. The arrays may
   * be longer than needed, and may change afterwards.
   *
   * @param localStrides of each level in the local buffer, in bytes
   * @param remoteStrides of each level in the remote block, in bytes
   * @param counts bytes of a row, then the count of each level
   * @param levels number of strides, and of counts after the first, that are used
   * @return the plan
   * @throws ArmciException when the arrays are too short, a count is negative, or an offset does
   *     not fit 64 bits
   */
  public TransferPlan plan(long[] localStrides, long[] remoteStrides, long[] counts, int levels) {
    Objects.requireNonNull(localStrides, "localStrides");
    Objects.requireNonNull(remoteStrides, "remoteStrides");
    Objects.requireNonNull(counts, "counts");
    Section.requireLevels(localStrides, counts, levels);
    Section.requireLevels(remoteStrides, counts, levels);
    if (levels == 1) {
      return plan(counts[0], counts[1], localStrides[0], remoteStrides[0]);
    }
    int place =
        place(
            Section.shapeHash(localStrides, counts, levels),
            Section.shapeHash(remoteStrides, counts, levels));
    Entry entry = entries[place];
    if (entry != null
        && entry.local.isShape(localStrides, counts, levels)
        && entry.remote.isShape(remoteStrides, counts, levels)) {
      return entry.plan;
    }
    return add(
        place,
        Section.of(0, localStrides, counts, levels),
        Section.of(0, remoteStrides, counts, levels));
  }

  private static int place(int localHash, int remoteHash) {
    int hash = 31 * localHash + remoteHash;
    return (hash ^ hash >>> 7 ^ hash >>> 16) & (ENTRIES - 1);
  }

  private TransferPlan add(int place, Section local, Section remote) {
    TransferPlan plan = TransferPlan.of(local, 0, remote, 0);
    if (plan.list().runs() <= MOST_RUNS) {
      entries[place] = new Entry(local, remote, plan);
    }
    return plan;
  }
}
