package org.armci4j.transport.network;

import org.armci4j.transport.SegmentList;

/** A position in a list: a byte, counted in the order of the segments. Used by one thread. */
public final class SegmentCursor {
  private SegmentList list;
  private int run;
  private long index;

  /** Bytes of the segment that are passed. */
  private long passed;

  /** Creates a cursor without a list. */
  public SegmentCursor() {}

  /** Creates a cursor at the first segment. */
  public SegmentCursor(SegmentList list) {
    this.list = list;
  }

  /** Goes to the byte of a number, from 0; behind the last segment where there is none. */
  public void seek(SegmentList segments, long position) {
    list = segments;
    long left = position;
    run = 0;
    while (run < list.runs() && left >= list.lengthBytes(run) * list.count(run)) {
      left -= list.lengthBytes(run) * list.count(run);
      run++;
    }
    index = hasSegment() ? left / list.lengthBytes(run) : 0;
    passed = hasSegment() ? left % list.lengthBytes(run) : 0;
  }

  /** Drops the list, which the cursor would keep reachable until its next use. */
  public void forget() {
    list = null;
  }

  public boolean hasSegment() {
    return run < list.runs();
  }

  /** Goes to the next segment. */
  public void advance() {
    passed = 0;
    index++;
    if (index == list.count(run)) {
      index = 0;
      run++;
    }
  }

  /** Passes bytes of this segment. */
  public void pass(long bytes) {
    passed += bytes;
    if (passed == list.lengthBytes(run)) {
      advance();
    }
  }

  /** Returns where the byte lies at the local side, from the list's base. */
  public long local() {
    return place(list.local());
  }

  /** Returns where the byte lies at the remote side, from the list's base. */
  public long remote() {
    return place(list.remote());
  }

  private long place(SegmentList.Side side) {
    return side.offset(run) + index * side.stride(run) + passed;
  }

  /** Returns how many bytes of the segment there are from here on. */
  public long lengthBytes() {
    return list.lengthBytes(run) - passed;
  }

  /**
   * Returns the length of the next segments together, as many as the limits allow; 0 if none fits.
   */
  public int bytesOfGroup(int maxSegments, int maxBytes) {
    int oldRun = run;
    long oldIndex = index;
    int bytes = 0;
    for (int count = 0; count < maxSegments && hasSegment(); count++) {
      if (lengthBytes() > maxBytes - bytes) {
        break;
      }
      bytes += (int) lengthBytes();
      advance();
    }
    run = oldRun;
    index = oldIndex;
    return bytes;
  }
}
