package org.armci4j.transport.network;

import org.armci4j.transport.SegmentList;

/** A place in a list of segments, which goes from segment to segment. */
public final class SegmentCursor {
  private SegmentList list;
  private int run;
  private long index;
  private int markedRun;
  private long markedIndex;

  /** Creates one in no list. */
  public SegmentCursor() {}

  /** Creates one at the first segment of a list. */
  public SegmentCursor(SegmentList list) {
    this.list = list;
  }

  /** Goes to the first segment of a list. */
  public void begin(SegmentList segments) {
    list = segments;
    run = 0;
    index = 0;
  }

  /** Goes to the same place of a list that has the same runs elsewhere. */
  public void goOnWith(SegmentList segments) {
    list = segments;
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

  /** Remembers where it is. */
  public void mark() {
    markedRun = run;
    markedIndex = index;
  }

  /** Goes back to where {@link #mark} was called last. */
  public void reset() {
    run = markedRun;
    index = markedIndex;
  }

  public long local() {
    return list.local().offset(run) + index * list.local().stride(run);
  }

  public long remote() {
    return list.remote().offset(run) + index * list.remote().stride(run);
  }

  /** How far the segments of this run are apart at the target. */
  public long remoteStride() {
    return list.remote().stride(run);
  }

  /** How many segments this run has from here on. */
  public long leftInRun() {
    return list.count(run) - index;
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
