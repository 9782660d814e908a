package org.armci4j.strided;

import java.util.Objects;

/**
 * Plans of pairs of sections that were used before, wherever they began: looking one up allocates
 * nothing. A table of fixed size in which a new plan displaces an old one of the same place.
 *
 * <p>Any thread may use it without a lock: entries and plans are immutable, so a racing thread sees
 * a whole entry or an older one, and at worst plans again.
 */
final class PlanCache {
  private static final int ENTRIES = 128;

  /** Larger plans are not kept; a program that repeats them can keep a {@link TransferPlan}. */
  private static final int MOST_RUNS = 1 << 14;

  private final Entry[] entries = new Entry[ENTRIES];

  private record Entry(Section local, Section remote, TransferPlan plan) {}

  /** The plan of two sections as if both began at offset 0. */
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

  /** The same of the rows of a matrix, for callers that have no sections and shall make none. */
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
