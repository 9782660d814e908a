package org.armci4j.transport.verbs;

import org.armci4j.transport.SegmentList;

/** A place in a list of segments, which goes from segment to segment. */
final class SegmentCursor {
  private final SegmentList list;
  private int run;
  private long index;

  SegmentCursor(SegmentList list) {
    this.list = list;
  }

  boolean hasSegment() {
    return run < list.runs();
  }

  void advance() {
    index++;
    if (index == list.count(run)) {
      index = 0;
      run++;
    }
  }

  long local() {
    return list.local().offset(run) + index * list.local().stride(run);
  }

  long remote() {
    return list.remote().offset(run) + index * list.remote().stride(run);
  }

  /** How far the segments of this run are apart at the target. */
  long remoteStride() {
    return list.remote().stride(run);
  }

  /** How many segments this run has from here on. */
  long leftInRun() {
    return list.count(run) - index;
  }

  long lengthBytes() {
    return list.lengthBytes(run);
  }

  /** The size of the next segments together, as many as the limits allow; perhaps none. */
  int bytesOfGroup(int maxSegments, int maxBytes) {
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
