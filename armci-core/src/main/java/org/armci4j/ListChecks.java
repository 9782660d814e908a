package org.armci4j;

import java.lang.foreign.MemorySegment;
import java.util.Objects;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.transport.RemoteBlock;
import org.armci4j.transport.SegmentList;

/** The checks of {@link Checks} for a list of segments, from the range that it spans. */
final class ListChecks {
  private ListChecks() {}

  /** All segments lie inside the target's block. */
  static void span(String operation, RemoteBlock block, long base, SegmentList list) {
    if (outside(base, list.remote(), block.sizeBytes())) {
      String where = "rank " + block.rank() + "'s block";
      throw outside(operation, where, block.sizeBytes(), base, list, list.remote());
    }
  }

  /** All segments lie inside the caller's own buffer, which this thread can use now. */
  static void span(
      String operation, String name, MemorySegment buffer, long base, SegmentList list) {
    Checks.usable(operation, name, Objects.requireNonNull(buffer, name));
    if (outside(base, list.local(), buffer.byteSize())) {
      throw outside(operation, "the " + name, buffer.byteSize(), base, list, list.local());
    }
  }

  /** Compares without a sum that could overflow: the limits are made relative to the base. */
  private static boolean outside(long base, SegmentList.Side side, long sizeBytes) {
    return base < 0 || side.startBytes() < -base || side.endBytes() > sizeBytes - base;
  }

  /** Segments of whole elements only; those of a batch are equally long. */
  static void elements(String operation, Accumulation accumulation, SegmentList list) {
    Objects.requireNonNull(accumulation, "accumulation");
    int run = 0;
    for (int batch = 0; batch < list.batches(); batch++) {
      Checks.elements(operation, accumulation, list.lengthBytes(run));
      run = list.batchEnd(batch);
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
