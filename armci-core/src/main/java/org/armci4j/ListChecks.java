package org.armci4j;

import java.lang.foreign.MemorySegment;
import java.util.Objects;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.error.ArmciException;
import org.armci4j.transport.InPlace;
import org.armci4j.transport.RemoteBlock;
import org.armci4j.transport.SegmentList;
import org.armci4j.transport.UpdateList;

/** Checks a list of segments, as {@link Checks} does a range, by the range that the list spans. */
final class ListChecks {
  private ListChecks() {}

  /** Checks that all segments lie inside the target's block. */
  static void span(String operation, RemoteBlock block, long base, SegmentList list) {
    if (outside(base, list.remote(), block.sizeBytes())) {
      String where = "rank " + block.rank() + "'s block";
      throw outside(operation, where, block.sizeBytes(), base, list, list.remote());
    }
  }

  /**
   * Checks that all segments lie inside the caller's own buffer, and that this thread can use it
   * now.
   */
  static void span(
      String operation, String name, MemorySegment buffer, long base, SegmentList list) {
    InPlace.requireUsable(operation, name, Objects.requireNonNull(buffer, name));
    if (outside(base, list.local(), buffer.byteSize())) {
      throw outside(operation, "the " + name, buffer.byteSize(), base, list, list.local());
    }
  }

  /**
   * Returns whether a list leaves its memory. Subtracts the base from the limits, as a sum could
   * overflow.
   */
  private static boolean outside(long base, SegmentList.Side side, long sizeBytes) {
    return base < 0 || side.startBytes() < -base || side.endBytes() > sizeBytes - base;
  }

  /**
   * Checks that all segments are whole elements; one per batch suffices, as its segments are
   * equally long.
   */
  static void elements(String operation, Accumulation accumulation, SegmentList list) {
    Objects.requireNonNull(accumulation, "accumulation");
    int run = 0;
    for (int batch = 0; batch < list.batches(); batch++) {
      Checks.elements(operation, accumulation, list.lengthBytes(run));
      run = list.batchEnd(batch);
    }
  }

  /** Checks that all words of a list lie inside the target's block and are aligned. */
  static void words(String operation, RemoteBlock block, long base, UpdateList list) {
    boolean inside =
        base >= 0
            && list.startBytes() >= -base
            && list.endBytes() >= list.startBytes()
            && list.endBytes() <= block.sizeBytes() - base;
    if (!inside || !list.isAligned(base)) {
      throw new ArmciException(
          Text.format(
              "%s: %d words of %d bytes from %d to %d after offset %d are not all aligned and"
                  + " inside rank %d's block, which has %d bytes",
              operation,
              list.count(),
              list.wordBytes(),
              list.startBytes(),
              list.endBytes(),
              base,
              block.rank(),
              block.sizeBytes()));
    }
  }

  private static ArmciException outside(
      String operation,
      String where,
      long limitBytes,
      long base,
      SegmentList list,
      SegmentList.Side side) {
    return new ArmciException(
        Text.format(
            "%s: %d segments from %d to %d after offset %d are not inside %s, which has %d bytes",
            operation,
            list.segments(),
            side.startBytes(),
            side.endBytes(),
            base,
            where,
            limitBytes));
  }
}
