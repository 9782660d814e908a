package org.armci4j.transport.network;

import java.lang.foreign.MemorySegment;
import org.armci4j.transport.SegmentList;
import org.armci4j.transport.shared.ListCopier;

/**
 * A copy of a list's data, for threads that may not read the caller's memory.
 *
 * @param memory the copy
 * @param list the same list, with the copy as its local side
 */
public record ListCopy(MemorySegment memory, SegmentList list) {
  /**
   * Copies the data of a list.
   *
   * @param source memory of the caller
   * @param offset base of the list's local side
   * @param list the segments, with no more bytes than an array can hold
   */
  public static ListCopy of(MemorySegment source, long offset, SegmentList list) {
    MemorySegment memory = MemorySegment.ofArray(new byte[(int) list.sizeBytes()]);
    SegmentList copies = new SegmentList();
    SegmentList there = new SegmentList();
    long place = 0;
    for (int run = 0; run < list.runs(); run++) {
      long length = list.lengthBytes(run);
      long count = list.count(run);
      SegmentList.Side local = list.local();
      SegmentList.Side remote = list.remote();
      copies.addRun(local.offset(run), local.stride(run), place, length, length, count);
      there.addRun(place, length, remote.offset(run), remote.stride(run), length, count);
      place += length * count;
    }
    ListCopier.between(source, memory)
        .copy(copies, source, offset, copies.local(), memory, 0, copies.remote());
    return new ListCopy(memory, there);
  }
}
