package org.armci4j.transport.network;

import org.armci4j.transport.SegmentList;

/** A position that goes from segment to segment of a list. */
public final class SegmentCursor {
  private final SegmentList list;
  private int run;
  private long index;

  /** Creates a cursor at the first segment. */
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
