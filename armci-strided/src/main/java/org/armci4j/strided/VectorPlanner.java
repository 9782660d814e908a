package org.armci4j.strided;

import org.armci4j.bootstrap.text.Text;
import org.armci4j.error.ArmciException;
import org.armci4j.transport.SegmentList;

/**
 * Turns a list of segments into one of fewer and longer runs. Segments that continue each other on
 * both sides become one, and equally spaced segments of one length become runs. The order stays.
 */
final class VectorPlanner {
  /** Shortest run; fewer equally spaced segments are faster in the loops for irregular ones. */
  private static final int SHORTEST_RUN = 8;

  private final long[] local;
  private final long[] remote;
  private final long[] lengths;
  private int segments;

  private VectorPlanner(int most) {
    this.local = new long[most];
    this.remote = new long[most];
    this.lengths = new long[most];
  }

  /** Gives the length of each segment. */
  interface Lengths {
    long lengthBytes(int index);
  }

  /** Adds the segments to a list, without those of no bytes. */
  static void plan(long[] local, long[] remote, Lengths lengths, SegmentList list) {
    VectorPlanner planner = new VectorPlanner(local.length);
    for (int i = 0; i < local.length; i++) {
      planner.append(local[i], remote[i], lengths.lengthBytes(i));
    }
    planner.addTo(list);
  }

  private void append(long localOffset, long remoteOffset, long lengthBytes) {
    if (lengthBytes < 0) {
      throw new ArmciException(
          Text.format("a segment of a vector cannot have %d bytes", lengthBytes));
    }
    if (lengthBytes == 0) {
      return;
    }
    int last = segments - 1;
    if (last >= 0
        && localOffset - local[last] == lengths[last]
        && remoteOffset - remote[last] == lengths[last]
        && lengths[last] <= Long.MAX_VALUE - lengthBytes) {
      lengths[last] += lengthBytes;
    } else {
      local[segments] = localOffset;
      remote[segments] = remoteOffset;
      lengths[segments++] = lengthBytes;
    }
  }

  private void addTo(SegmentList list) {
    int start = 0;
    while (start < segments) {
      int end = runEnd(start);
      if (end - start < SHORTEST_RUN) {
        list.add(local[start], remote[start], lengths[start]);
        start++;
      } else {
        list.addRun(
            local[start],
            local[start + 1] - local[start],
            remote[start],
            remote[start + 1] - remote[start],
            lengths[start],
            end - start);
        start = end;
      }
    }
  }

  /** Returns the first segment after {@code start} that is not equally long and equally spaced. */
  private int runEnd(int start) {
    int end = start + 1;
    while (end < segments
        && lengths[end] == lengths[start]
        && local[end] - local[end - 1] == local[start + 1] - local[start]
        && remote[end] - remote[end - 1] == remote[start + 1] - remote[start]) {
      end++;
    }
    return end;
  }
}
