package org.armci4j.strided;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.error.ArmciException;
import org.armci4j.transport.SegmentList;

/**
 * Looks for two segments of one side of a list that share bytes. For most shapes the strides alone
 * exclude an overlap; for all others the segments are sorted.
 */
final class Overlap {
  private final SegmentList list;
  private final SegmentList.Side side;

  private Overlap(SegmentList list, SegmentList.Side side) {
    this.list = list;
    this.side = side;
  }

  /** Names two segments that overlap; returns an empty text when there are none. */
  static String find(SegmentList list, SegmentList.Side side) {
    Overlap overlap = new Overlap(list, side);
    String inRun = overlap.findInRuns();
    return inRun.isEmpty() ? overlap.findBetweenRuns() : inRun;
  }

  /** Looks inside each run: its segments overlap when its stride is shorter than a segment. */
  private String findInRuns() {
    for (int run = 0; run < list.runs(); run++) {
      if (list.count(run) > 1 && Math.abs(side.stride(run)) < list.lengthBytes(run)) {
        return text(run, 0, run, 1);
      }
    }
    return "";
  }

  /**
   * Looks between runs. Only runs whose ranges meet can overlap, and those are neighbours when
   * sorted.
   */
  private String findBetweenRuns() {
    int[] sorted =
        IntStream.range(0, list.runs())
            .boxed()
            .sorted(Comparator.comparingLong(this::start))
            .mapToInt(Integer::intValue)
            .toArray();
    int first = 0;
    while (first < sorted.length) {
      long endBytes = end(sorted[first]);
      int next = first + 1;
      while (next < sorted.length && start(sorted[next]) < endBytes) {
        endBytes = Math.max(endBytes, end(sorted[next++]));
      }
      String found = next == first + 1 ? "" : findAmong(sorted, first, next);
      if (!found.isEmpty()) {
        return found;
      }
      first = next;
    }
    return "";
  }

  private long start(int run) {
    return Math.min(side.offset(run), offset(run, list.count(run) - 1));
  }

  private long end(int run) {
    long last = Math.max(side.offset(run), offset(run, list.count(run) - 1));
    return last + list.lengthBytes(run);
  }

  private long offset(int run, long index) {
    return side.offset(run) + index * side.stride(run);
  }

  /** One segment of a run. */
  private record Segment(int run, long index, long offset) {}

  /** Looks among runs that interlock, by sorting their segments. */
  private String findAmong(int[] sorted, int first, int end) {
    long segments = 0;
    for (int i = first; i < end; i++) {
      segments += list.count(sorted[i]);
    }
    if (segments > Integer.MAX_VALUE / 2) {
      throw new ArmciException(
          Text.format(
                  "cannot look for overlaps among %d interlocking segments: switch off the setting",
                  segments)
              + " checkOverlap, or cut the transfer into smaller ones");
    }
    Segment[] all = new Segment[(int) segments];
    int filled = 0;
    for (int i = first; i < end; i++) {
      for (long index = 0; index < list.count(sorted[i]); index++) {
        all[filled++] = new Segment(sorted[i], index, offset(sorted[i], index));
      }
    }
    Arrays.sort(all, Comparator.comparingLong(Segment::offset));
    for (int i = 1; i < all.length; i++) {
      Segment before = all[i - 1];
      if (all[i].offset < before.offset + list.lengthBytes(before.run)) {
        return text(before.run, before.index, all[i].run, all[i].index);
      }
    }
    return "";
  }

  private String text(int run, long index, int otherRun, long otherIndex) {
    return text(run, index) + " and " + text(otherRun, otherIndex);
  }

  private String text(int run, long index) {
    long offset = offset(run, index);
    return Text.format("bytes %d to %d", offset, offset + list.lengthBytes(run) - 1);
  }
}
