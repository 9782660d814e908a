package org.armci4j.strided;

import org.armci4j.bootstrap.text.Text;
import org.armci4j.error.ArmciException;
import org.armci4j.transport.SegmentList;

/**
 * Turns two sections of the same counts into a flat list of as few and as long runs as the two
 * layouts allow. Levels of one are dropped. Neighbouring levels that continue each other on both
 * sides become one. One level becomes the runs of the list.
 */
final class StridedPlanner {
  /** Below this count a run costs more to start than a longer one across the levels. */
  private static final long SHORT_RUN = 4;

  private final long[] counts;
  private final long[] local;
  private final long[] remote;
  private long lengthBytes;
  private int levels;

  private StridedPlanner(Section localSection, Section remoteSection) {
    int most = localSection.levels();
    this.counts = new long[most];
    this.local = new long[most];
    this.remote = new long[most];
    this.lengthBytes = localSection.count(0);
    for (int level = 0; level < most; level++) {
      long count = localSection.count(level + 1);
      if (count != 1) {
        insert(count, localSection.stride(level), remoteSection.stride(level));
      }
    }
  }

  /** Adds the transfer between two sections, each from its own offset on, to a list. */
  static void plan(
      Section localSection,
      long localOffset,
      Section remoteSection,
      long remoteOffset,
      SegmentList list) {
    if (!localSection.sameCounts(remoteSection)) {
      throw new ArmciException(
          Text.format(
              "the two sides of a transfer have the same counts, not those of local %s and remote"
                  + " %s",
              localSection, remoteSection));
    }
    StridedPlanner planner = new StridedPlanner(localSection, remoteSection);
    if (!planner.isEmpty()) {
      try {
        planner.merge();
        planner.add(localOffset, remoteOffset, list);
      } catch (ArithmeticException e) {
        throw new ArmciException(
            Text.format(
                "a transfer between %s and %s does not fit 64 bits", localSection, remoteSection),
            e);
      }
    }
  }

  /**
   * Keeps the levels in the order of the remote strides, so that levels that may merge are
   * neighbours.
   */
  private void insert(long count, long localStride, long remoteStride) {
    int at = levels++;
    while (at > 0 && Math.abs(remote[at - 1]) > Math.abs(remoteStride)) {
      counts[at] = counts[at - 1];
      local[at] = local[at - 1];
      remote[at] = remote[at - 1];
      at--;
    }
    counts[at] = count;
    local[at] = localStride;
    remote[at] = remoteStride;
  }

  private boolean isEmpty() {
    boolean empty = lengthBytes == 0;
    for (int level = 0; level < levels; level++) {
      empty |= counts[level] == 0;
    }
    return empty;
  }

  private void merge() {
    int kept = 0;
    for (int level = 0; level < levels; level++) {
      if (kept == 0 && local[level] == lengthBytes && remote[level] == lengthBytes) {
        lengthBytes = Math.multiplyExact(lengthBytes, counts[level]);
      } else if (kept > 0 && continues(kept - 1, level)) {
        counts[kept - 1] = Math.multiplyExact(counts[kept - 1], counts[level]);
      } else {
        counts[kept] = counts[level];
        local[kept] = local[level];
        remote[kept] = remote[level];
        kept++;
      }
    }
    levels = kept;
  }

  /** Returns whether the rows of the outer level begin exactly where those of the inner one end. */
  private boolean continues(int inner, int outer) {
    return local[outer] == Math.multiplyExact(local[inner], counts[inner])
        && remote[outer] == Math.multiplyExact(remote[inner], counts[inner]);
  }

  private void add(long localOffset, long remoteOffset, SegmentList list) {
    if (levels == 0) {
      list.add(localOffset, remoteOffset, lengthBytes);
      return;
    }
    int run = runLevel();
    long[] index = new long[levels];
    do {
      long from = localOffset;
      long to = remoteOffset;
      for (int level = 0; level < levels; level++) {
        from = Math.addExact(from, Math.multiplyExact(index[level], local[level]));
        to = Math.addExact(to, Math.multiplyExact(index[level], remote[level]));
      }
      list.addRun(from, local[run], to, remote[run], lengthBytes, counts[run]);
    } while (next(index, run));
  }

  /** Returns the innermost level, for locality; if it is short, the longest. */
  private int runLevel() {
    int best = 0;
    if (counts[0] < SHORT_RUN) {
      for (int level = 1; level < levels; level++) {
        if (counts[level] > counts[best]) {
          best = level;
        }
      }
    }
    return best;
  }

  /** Advances the indices of all levels but one; returns false after the last. */
  private boolean next(long[] index, int except) {
    for (int level = 0; level < levels; level++) {
      if (level != except) {
        if (++index[level] < counts[level]) {
          return true;
        }
        index[level] = 0;
      }
    }
    return false;
  }
}
