package org.armci4j.transport.verbs.path;

import org.armci4j.transport.SegmentList;

/** A byte of a list, counted in the order of its segments. */
final class ListPlace {
  private int run;
  private long segment;

  /** Bytes of the segment that are passed. */
  private long within;

  /** Goes to the byte of a number, from 0. */
  void seek(SegmentList list, long position) {
    long left = position;
    run = 0;
    while (run < list.runs() && left >= list.lengthBytes(run) * list.count(run)) {
      left -= list.lengthBytes(run) * list.count(run);
      run++;
    }
    segment = run == list.runs() ? 0 : left / list.lengthBytes(run);
    within = run == list.runs() ? 0 : left % list.lengthBytes(run);
  }

  /** Returns where it lies at the local side, from the list's base. */
  long local(SegmentList list) {
    return place(list.local());
  }

  /** Returns where it lies at the remote side, from the list's base. */
  long remote(SegmentList list) {
    return place(list.remote());
  }

  private long place(SegmentList.Side side) {
    return side.offset(run) + segment * side.stride(run) + within;
  }

  /** Returns how many bytes of its segment there are from here on. */
  long left(SegmentList list) {
    return list.lengthBytes(run) - within;
  }

  /** Passes bytes of this segment. */
  void pass(SegmentList list, long bytes) {
    within += bytes;
    if (within == list.lengthBytes(run)) {
      within = 0;
      segment++;
      if (segment == list.count(run)) {
        segment = 0;
        run++;
      }
    }
  }
}
