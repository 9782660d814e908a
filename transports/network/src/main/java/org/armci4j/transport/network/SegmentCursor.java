package org.armci4j.transport.network;

import org.armci4j.transport.SegmentList;

/** A place in a list of segments, which goes from segment to segment. */
public final class SegmentCursor {
  private final SegmentList list;
  private int run;
  private long index;

  /** At the first segment. */
  public SegmentCursor(SegmentList list) {
    this.list = list;
  }

  public boolean hasSegment() {
    return run < list.runs();
  }

  public void advance() {
    index++;
    if (index == list.count(run)) {
      index = 0;
      run++;
    }
  }

  public long local() {
    return list.local().offset(run) + index * list.local().stride(run);
  }

  public long remote() {
    return list.remote().offset(run) + index * list.remote().stride(run);
  }

  public long lengthBytes() {
    return list.lengthBytes(run);
  }

  /** The size of the next segments together, as many as the limits allow; perhaps none. */
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
